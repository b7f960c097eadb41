#![deny(warnings)]
#![allow(non_camel_case_types)]
//! Names that are keywords.
pub mod r#type;
pub mod r#match {
    //! Inline.
    pub mod r#fn;
    /// A client.
    pub trait r#struct {
        /// Gets.
        #[r4c::retry(classifier = super::r#type::r#impl)]
        fn r#loop(&self, r#in: u8, r#ref: &str) -> Result<u8, crate::r#type::r#enum>;
        /// Falls back.
        #[r4c::circuit_breaker]
        #[r4c::fallback(r#else)]
        fn r#if(&self, r#in: u8) -> Result<u8, crate::r#type::r#enum>;
        /// Is fallen back to.
        fn r#else(&self, r#in: u8, _: r4c::CallNotPermitted) -> Result<u8, crate::r#type::r#enum> {
            Ok(r#in)
        }
    }
    r4c::include_wrappers!("match");
}
