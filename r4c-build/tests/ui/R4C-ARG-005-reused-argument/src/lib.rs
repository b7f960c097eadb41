#[r4c::retry(reuse(buffer))]
pub fn read(buffer: &mut Vec<u8>) -> Result<&[u8], String> {
    Ok(buffer)
}

pub trait Api {
    #[r4c::retry(reuse(buffer))]
    fn fill<'a>(&self, buffer: &'a mut Vec<u8>) -> Result<&'a mut [u8], String>;
    #[r4c::retry(reuse(buffer))]
    async fn part<'all, 'part>(&self, buffer: &'all mut Vec<u8>, of: &'part str) -> Result<&'part str, String>
    where
        'all: 'part;

    #[r4c::retry(reuse(buffer))]
    fn owned(&self, buffer: &mut Vec<u8>) -> Result<usize, String>;
    #[r4c::retry(reuse(buffer))]
    fn other<'a, 'b: 'a>(&self, buffer: &'a mut Vec<u8>, of: &'b str) -> Result<&'b str, fn(&'a str)>;
    #[r4c::retry(reuse(buffer))]
    fn inner<'a>(&self, buffer: &mut Vec<&'a str>) -> Result<&'a str, &str>;
}
r4c::include_wrappers!();
