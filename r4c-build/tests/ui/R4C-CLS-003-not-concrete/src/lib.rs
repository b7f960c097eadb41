pub trait Judge {}
pub type Boxed = dyn Judge;
pub trait Api<C> {
    #[r4c::retry(classifier = Judge)]
    fn of_trait(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = C)]
    fn parameter(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = M)]
    fn own_parameter<M>(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = dyn Judge)]
    fn object(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = impl Judge)]
    fn opaque(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Boxed)]
    fn alias(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = Self)]
    fn of_self(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
