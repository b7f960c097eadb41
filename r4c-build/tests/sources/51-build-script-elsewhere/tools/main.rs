//! A tool.
/// A client.
trait Tool {
    /// Gets.
    #[r4c::retry(max_attempts = 4)]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!(bin "tool");
struct Nothing;
impl Tool for Nothing {
    fn get(&self) -> Result<u8, String> {
        Ok(1)
    }
}
fn main() {
    let registry = r4c::Registry::builder().build().expect("no configuration");
    let tool = ResilientTool::new(Nothing, &registry).expect("no configuration");
    assert_eq!(tool.get(), Ok(1));
}
