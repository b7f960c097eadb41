/// The build script has a module of its own, in which `#[r4c::retry]` is text.
pub fn generate() {
    let _text = "
#[r4c::retry]
";
    r4c_build::generate();
}
