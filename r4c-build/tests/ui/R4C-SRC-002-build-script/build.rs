fn main() {
    r4c_build::generate();
    download().expect("the schema");
}

#[r4c::retry]
fn download() -> Result<(), std::io::Error> {
    Ok(())
}
