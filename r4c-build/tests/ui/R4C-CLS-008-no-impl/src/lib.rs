pub struct Plain;
impl Iterator for Plain {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        None
    }
}
pub struct ByMacro;
implement!(ByMacro);
pub trait Api {
    #[r4c::retry(classifier = Plain)]
    fn get(&self) -> Result<u8, String>;
    #[r4c::retry(classifier = ByMacro)]
    fn unknown(&self) -> Result<u8, String>;
}
r4c::include_wrappers!();
