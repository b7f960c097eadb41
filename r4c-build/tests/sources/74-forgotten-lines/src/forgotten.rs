pub trait Forgotten {
    #[r4c::retry]
    fn get(&self) -> Result<u8, String>;
}
