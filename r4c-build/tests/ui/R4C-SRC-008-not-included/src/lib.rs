pub mod net {
    pub mod client {
        pub trait Api {
            #[r4c::retry]
            fn get(&self) -> Result<u8, String>;
            #[r4c::retry]
            fn put(&self) -> Result<u8, String>;
        }
    }
    pub trait Plain {
        #[r4c::retry]
        fn get(&self) -> Result<u8, String>;
    }
    include!(concat!(env!("OUT_DIR"), "/r4c/net.rs"));
}
#[path = "shared.rs"]
mod one;
#[path = "shared.rs"]
mod two;
pub trait Root {
    #[r4c::retry]
    fn get(&self) -> Result<u8, String>;
}
