//! Second.
mod common;
use common::{Common, ResilientCommon};
impl Common for u16 {
    fn get(&self) -> Result<u8, String> {
        Ok(2)
    }
}
#[test]
fn works() {
    let registry = r4c::Registry::builder().build().expect("no configuration");
    assert_eq!(Common::get(&ResilientCommon::new(1_u16, &registry).expect("none")), Ok(2));
}
