#![deny(warnings)]
//! A program without a library.
mod client;
mod judges;
use client::{Http, ResilientHttp};
fn main() {
    let registry = r4c::Registry::builder().build().expect("no configuration");
    let http = ResilientHttp::new(Http, &registry).expect("no configuration");
    println!("{:?} {:?}", http.get("a").is_ok(), http.get_ref());
}
