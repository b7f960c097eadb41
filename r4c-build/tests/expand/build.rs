//! Puts the generated files where `include_wrappers!` looks for them.
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("OUT_DIR").unwrap()).join("r4c");
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir("generated").unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    println!("cargo:rerun-if-changed=generated");
}
