pub fn outer() {
    pub struct Hidden;
    impl<T, E> r4c::Classifier<T, E> for Hidden {
        fn classify(&self, _: Result<&T, &E>) -> r4c::Outcome {
            r4c::Outcome::Success
        }
    }
}
pub trait Api {
    #[r4c::retry(classifier = Hidden)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
