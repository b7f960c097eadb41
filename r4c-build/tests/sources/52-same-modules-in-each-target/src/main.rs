//! The program.
mod cli;
pub trait Root {
    #[r4c::retry]
    fn get(&self) -> Result<u8, String>;
}
r4c::include_wrappers!(bin "case-52-same-modules-in-each-target");
struct Here;
impl Root for Here {
    fn get(&self) -> Result<u8, String> {
        Ok(1)
    }
}
impl cli::Api for Here {
    fn get(&self) -> Result<u8, String> {
        Ok(2)
    }
}
fn main() {
    let registry = r4c::Registry::builder().build().expect("no configuration");
    println!("{:?}", ResilientRoot::new(Here, &registry).map(|root| root.get()).is_ok());
    println!("{:?}", cli::ResilientApi::new(Here, &registry).map(|root| cli::Api::get(&root)).is_ok());
}
