pub trait Api {
    #[r4c::retry]
    fn connect(address: &str) -> Result<u8, String>;
}
r4c::include_wrappers!();
