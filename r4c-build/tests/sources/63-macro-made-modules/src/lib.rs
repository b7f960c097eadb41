#![deny(warnings)]
//! Modules and traits in the bodies of macros.
macro_rules! cfg_net {
    ($($item:item)*) => { $(#[cfg(not(doc))] $item)* };
}
macro_rules! twice {
    ($name:ident { $($body:tt)* }) => { pub mod $name { $($body)* } };
}
cfg_net! {
    pub mod net;
    /// In a body that is passed on.
    pub mod inline {
        /// A client.
        pub trait Api {
            /// Gets.
            #[r4c::retry(max_attempts = 2, classifier = crate::Cls)]
            fn get(&self) -> Result<u8, String>;
        }
        r4c::include_wrappers!("inline");
    }
}
twice!(made {
    //! Its content is no item of this module.
    /// A client.
    pub trait Made {
        /// Gets.
        #[r4c::retry(max_attempts = 2)]
        fn get(&self) -> Result<u8, String>;
    }
});
/// Judges by the error alone.
#[derive(Debug, Default)]
pub struct Cls;
impl<T, E> r4c::Classifier<T, E> for Cls {
    fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
        if call.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
    }
}

