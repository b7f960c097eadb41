pub mod a {
    pub trait Api {
        #[r4c::retry]
        fn get(&self) -> Result<u8, String>;
    }
    r4c::include_wrappers!("a");
}
pub mod b {
    pub trait Api {
        #[r4c::retry]
        fn get(&self) -> Result<u8, String>;
        #[r4c::retry(name = "b.put")]
        fn put(&self) -> Result<u8, String>;
    }
    r4c::include_wrappers!("b");
}
