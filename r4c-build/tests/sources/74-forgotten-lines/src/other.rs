pub trait Other {
    #[r4c::retry]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
