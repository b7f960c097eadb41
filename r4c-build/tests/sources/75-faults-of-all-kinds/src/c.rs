pub trait Unparsable {
    #[r4c::retry]
    fn a(&self) -> Result<u8 String>;
}
r4c::include_wrappers!("c");
