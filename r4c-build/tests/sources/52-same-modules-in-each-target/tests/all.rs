//! A test.
pub mod net;
#[test]
fn each_target_has_its_own() {
    struct Here;
    impl net::Api for Here {
        fn get(&self) -> Result<u8, String> {
            Ok(3)
        }
    }
    let registry = r4c::Registry::builder().build().expect("no configuration");
    let wrapped = net::ResilientApi::new(Here, &registry).expect("no configuration");
    assert_eq!(net::Api::get(&wrapped), Ok(3));
}
