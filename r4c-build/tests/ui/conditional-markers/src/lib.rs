//! Markers in a `cfg_attr` are no more silent than others.
use common::prelude::*;
pub fn outer() {
    #[cfg_attr(flag, r4c::retry)]
    fn inner() -> Result<u8, String> {
        Ok(1)
    }
}
macro_rules! api {
    ($name:ident) => {
        pub trait $name {
            #[cfg_attr(flag, cfg_attr(other_flag, r4c::circuit_breaker))]
            fn get(&self) -> Result<u8, String>;
        }
    };
}
pub trait Api {
    #[cfg_attr(flag, retry(max_attempts = 3))]
    fn by_glob(&self) -> Result<u8, String>;
    #[cfg_attr(windows, retry(max_attempts = 3))]
    fn elsewhere(&self) -> Result<u8, String>;
}
#[cfg_attr(flag, r4c::retry)]
pub struct Client;
// r4c
