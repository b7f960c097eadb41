//! Uses the library, and has a client of its own.
use case_72_tests_inside::{Api, Cls, ResilientApi};
trait Outside {
    #[r4c::circuit_breaker(name = "outside", classifier = Cls)]
    fn get(&self) -> Result<u8, r4c::CallError<String>>;
}
r4c::include_wrappers!(test "outside");
struct Here;
impl Outside for Here {
    fn get(&self) -> Result<u8, r4c::CallError<String>> {
        Ok(4)
    }
}
impl Api for Here {
    fn get(&self) -> Result<u8, String> {
        Ok(5)
    }
}
#[test]
fn both_work() {
    let registry = r4c::Registry::builder().build().unwrap();
    assert!(matches!(Outside::get(&ResilientOutside::new(Here, &registry).unwrap()), Ok(4)));
    assert_eq!(Api::get(&ResilientApi::new(Here, &registry).unwrap()), Ok(5));
}
