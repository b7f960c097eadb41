//! A file below an inline module.
/// A client.
#[derive(Debug, Default)]
#[allow(non_camel_case_types)]
pub struct r#mod<r#use> {
    r#let: r#use,
}
impl<r#use: Clone> r#mod<r#use> {
    /// Gets.
    #[r4c::retry]
    pub fn r#move(&self) -> Result<r#use, String> {
        Ok(self.r#let.clone())
    }
}
r4c::include_wrappers!("match.fn");
