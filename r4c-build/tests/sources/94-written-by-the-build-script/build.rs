use std::path::Path;
use std::{env, fs};

fn main() {
    let written = Path::new(&env::var("OUT_DIR").expect("a folder")).join("written.rs");
    let text = "/// Written.\npub trait There {\n    /// Gets.\n    #[r4c::retry]\n    fn get(&self) -> Result<u8, u8>;\n}\n";
    fs::write(written, text).expect("it can be written");
    r4c_build::generate();
}
