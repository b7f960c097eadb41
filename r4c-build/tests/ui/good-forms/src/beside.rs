pub struct Client;
impl Client {
    #[r4c::retry(max_attempts = 2, classifier = crate::Judge)]
    pub async fn get(&self) -> Result<u8, String> {
        Ok(1)
    }
}
r4c::include_wrappers!("beside");
