#![deny(warnings)]
//! Markers in test modules, of unit tests and of a test binary.
/// Judges by the error alone.
#[derive(Debug, Default)]
pub struct Cls;
impl<T, E> r4c::Classifier<T, E> for Cls {
    fn classify(&self, call: Result<&T, &E>) -> r4c::Outcome {
        if call.is_err() { r4c::Outcome::Failure } else { r4c::Outcome::Success }
    }
}

/// A client.
pub trait Api {
    /// Gets.
    #[r4c::retry(classifier = Cls, delay = "1ms")]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
#[cfg(test)]
mod tests {
    use super::*;
    mod support;
    #[derive(Debug)]
    struct TestJudge;
    impl<T, E> r4c::Classifier<T, E> for TestJudge {
        fn classify(&self, _: Result<&T, &E>) -> r4c::Outcome {
            r4c::Outcome::Success
        }
    }
    trait InTest {
        #[r4c::retry(name = "in-test", classifier = TestJudge)]
        fn get(&self) -> Result<u8, String>;
    }
    r4c::include_wrappers!("tests");
    struct Here;
    impl InTest for Here {
        fn get(&self) -> Result<u8, String> {
            Ok(1)
        }
    }
    impl Api for Here {
        fn get(&self) -> Result<u8, String> {
            Ok(2)
        }
    }
    #[test]
    fn both_work() {
        let registry = r4c::Registry::builder().build().unwrap();
        assert_eq!(InTest::get(&ResilientInTest::new(Here, &registry).unwrap()), Ok(1));
        assert_eq!(Api::get(&ResilientApi::new(Here, &registry).unwrap()), Ok(2));
        assert_eq!(support::resilient_help(), Ok(3));
    }
}
