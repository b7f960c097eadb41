//! Writes the wrappers of the measured traits.
fn main() {
    r4c_build::generate();
}
