//! A file.
/// An error.
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub enum r#enum {
    /// A variant.
    r#Self_,
}
/// A classifier.
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub struct r#impl;
impl<T, E> r4c::Classifier<T, E> for r#impl {
    fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
        if call.is_ok() { r4c::Outcome::Success } else { r4c::Outcome::Failure }
    }
}
/// A function.
#[r4c::retry(retry_on = r#enum::r#Self_)]
pub fn r#yield<r#dyn: Clone>(r#where: r#dyn) -> Result<r#dyn, r#enum> {
    Ok(r#where)
}
r4c::include_wrappers!("type");
