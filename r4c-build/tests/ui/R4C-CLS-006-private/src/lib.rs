pub mod judges {
    struct Secret;
    mod inner {
        pub struct Buried;
    }
}
pub trait Api {
    #[r4c::retry(classifier = judges::Secret)]
    fn get(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = crate::judges::inner::Buried)]
    fn put(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
