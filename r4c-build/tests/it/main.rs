//! The tests of the generator, in one binary.
mod backtrace;
mod damage;
mod expand;
mod output;
mod outside;
mod packaging;
mod run;
mod ui;
