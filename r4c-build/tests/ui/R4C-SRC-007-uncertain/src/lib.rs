use common::prelude::*;
use tokio_retry::retry as attempt;
pub trait Api {
    #[retry(max_attempts = 3)]
    fn by_glob(&self) -> Result<u8, String>;
    #[common::r4c::retry(max_attempts = 3)]
    fn by_path(&self) -> Result<u8, String>;
    #[tokio_retry::retry]
    fn other(&self) -> Result<u8, String>;
    #[attempt]
    fn another(&self) -> Result<u8, String>;
}
// r4c
