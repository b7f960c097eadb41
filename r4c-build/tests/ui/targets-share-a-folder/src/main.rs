mod orders;
mod net;
fn main() {}
