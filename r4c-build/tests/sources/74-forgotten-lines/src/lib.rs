//! Lines that bring in wrappers, forgotten, misspelt, in the wrong place.
pub mod forgotten;
pub mod other;
pub mod net {
    pub mod deep {
        pub trait Deep {
            #[r4c::retry]
            fn get(&self) -> Result<u8, String>;
        }
        r4c::include_wrappers!("net.deap");
    }
}
