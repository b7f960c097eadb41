//! An example of several files.
pub mod net;
fn main() {}
