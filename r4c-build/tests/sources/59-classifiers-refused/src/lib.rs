//! Everything that cannot be a classifier, in one run.
mod other {
    #[derive(Default)]
    struct Hidden;
    pub mod deeper {
        pub struct StatusClassifier;
    }
    pub fn judge() {}
    pub static STATIC: u8 = 1;
}
pub struct ByStatus;
impl<T, E> r4c::Classifier<T, E> for ByStatus {
    fn classify(&self, _: Result<&T, &E>) -> r4c::Outcome {
        r4c::Outcome::Success
    }
}
pub struct Fields {
    pub limit: u8,
}
impl<T, E> r4c::Classifier<T, E> for Fields {
    fn classify(&self, _: Result<&T, &E>) -> r4c::Outcome {
        r4c::Outcome::Success
    }
}
#[derive(Default)]
pub struct NoImpl;
#[derive(Default)]
pub struct Generic<T = u8>(T);
pub trait Judge {}
pub type Object = dyn Judge;
pub enum Kinds {
    One,
}
macro_rules! judge {
    () => {};
}
fn body() {
    struct Local;
    let _ = Local;
}
pub trait Api<P> {
    type Judge;
    #[r4c::retry(classifier = ByStatsu)]
    fn a(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = crate::othr::ByStatus)]
    fn b(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = other::deeper::StatusClassifer)]
    fn c(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = other::judge)]
    fn d(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = other::STATIC)]
    fn e(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = judge)]
    fn f(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Judge)]
    fn g(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Object)]
    fn h(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = P)]
    fn i(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Self::Judge)]
    fn j(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Generic)]
    fn k(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Local)]
    fn l(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = other::Hidden)]
    fn m(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Fields)]
    fn n(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = NoImpl)]
    fn o(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Kinds::One)]
    fn p(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = other)]
    fn q(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = dyn Judge)]
    fn r(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Box<NoImpl>)]
    fn s(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = |result| true)]
    fn t(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = ByStatus())]
    fn u(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = )]
    fn v(&self) -> Result<u8, String>;
    #[r4c::retry(classifier)]
    fn w(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = u8)]
    fn x(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = &ByStatus)]
    fn y(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = unknown_crate::Classifier)]
    fn z(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
