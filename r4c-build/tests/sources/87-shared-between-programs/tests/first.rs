//! First.
mod common;
use common::{Common, ResilientCommon};
impl Common for u8 {
    fn get(&self) -> Result<u8, String> {
        Ok(*self)
    }
}
#[test]
fn works() {
    let registry = r4c::Registry::builder().build().expect("no configuration");
    assert_eq!(Common::get(&ResilientCommon::new(1_u8, &registry).expect("none")), Ok(1));
}
