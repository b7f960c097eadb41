//! What the generator cannot see is left to rustc: nothing to report.
mod generated_by_the_build;
include!(concat!(env!("OUT_DIR"), "/other.rs"));
pub mod by_macro {
    make_types!(Made, Other);
    pub trait Api {
        #[r4c::retry(classifier = Unseen)]
        fn get(&self) -> Result<u8, String>;
    }
    r4c::include_wrappers!("by_macro");
}
pub mod by_attribute {
    #[automock]
    pub trait Service {}
    #[derive(Builder)]
    pub struct Judge(u8);
    pub trait Api {
        #[r4c::retry(name = "a", classifier = MockService)]
        fn get(&self) -> Result<u8, String>;
        #[r4c::retry(classifier = JudgeBuilder)]
        fn put(&self) -> Result<u8, String>;
        #[r4c::retry(classifier = Judge)]
        fn post(&self) -> Result<u8, String>;
    }
    r4c::include_wrappers!("by_attribute");
}
pub mod by_glob {
    use elsewhere::*;
    #[r4c::retry(classifier = FromElsewhere)]
    pub fn fetch() -> Result<u8, String> {
        Ok(1)
    }
    crate::bring_in!("by_glob");
}
#[cfg(flag)]
mod twice {
    pub struct Client;
    impl Client {
        #[r4c::retry(classifier = crate::generated_by_the_build::Judge)]
        pub fn get(&self) -> Result<u8, String> {
            Ok(1)
        }
        #[cfg(windows)]
        #[r4c::retry(max_attempts = 0)]
        pub fn absent(&self) -> Result<u8, String> {
            Ok(1)
        }
    }
    r4c::include_wrappers!("twice");
}
#[cfg(not(flag))]
mod twice {
    pub struct Client;
    impl Client {
        #[r4c::retry(retry_on = error if error.is_empty())]
        pub fn get(&self) -> Result<u8, String> {
            Ok(1)
        }
    }
    super::bring_in!("twice");
}
use r4c::include_wrappers as bring_in;
pub mod by_derive {
    #[derive(Command)]
    #[retry(times = 3)]
    pub struct Options {
        #[fallback]
        pub size: u8,
    }
}
