//! Faults in several files, all in one run.
pub mod a;
pub mod b;
pub mod c;
