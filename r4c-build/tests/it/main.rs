//! The tests of the generator, in one binary.
mod damage;
mod expand;
mod output;
mod outside;
mod run;
mod ui;
