//! Two.
#[path = "../shared.rs"]
mod shared;
struct Here;
impl shared::Shared for Here {
    fn get(&self) -> Result<u8, String> {
        Ok(2)
    }
}
fn main() {
    let registry = r4c::Registry::builder().build().expect("no configuration");
    let here = shared::ResilientShared::new(Here, &registry).expect("no configuration");
    assert!(shared::Shared::get(&here).is_ok());
}
