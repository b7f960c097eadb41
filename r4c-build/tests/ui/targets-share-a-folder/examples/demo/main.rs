mod helper;
fn main() {}
