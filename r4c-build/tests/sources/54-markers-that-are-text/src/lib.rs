#![deny(warnings)]
//! Markers in documentation:
//!
//! ```no_run
//! # trait Api {
#![doc = "#[r4c::retry(max_attempts = 0)]"]
//! #[r4c::retry(max_attempts = 2)]
//! # fn get(&self) -> Result<u8, String>; }
//! ```

/// Text:
#[doc = "
#[r4c::retry(nonsense)]
fn x();
"]
pub const TEXT: &str = "
#[r4c::circuit_breaker(nonsense)]
fn y();
";
/*
#[r4c::retry]
fn commented_out();
*/
// #[r4c::retry]
/// Raw: `#[r4c::fallback]`
pub const RAW: &str = r#"
    #[r4c::fallback]
"#;
/// A client.
///
/// ```
/// /* #[r4c::retry] */
/// ```
pub trait Api {
    /// Its own doc shows a marker:
    /// `#[r4c::retry(max_attempts = 77)]`
    #[r4c::retry(max_attempts = 2, name = "#[r4c::retry]")]
    fn get(&self) -> Result<u8, String> {
        // #[r4c::retry]
        let _ = "#[r4c::retry]";
        Err(TEXT.to_owned())
    }
}
r4c::include_wrappers!();
