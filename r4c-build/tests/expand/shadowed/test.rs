use std::convert::Infallible;

use goldens::shadowed::{C, Inner, Odd, ResilientOdd, Result};

use crate::support::{block_on, registry};

#[derive(Debug)]
struct Plain;

impl Odd for Plain {
    fn inner(&self, _: C, _: &Inner, _: u8, _: u8, _: u8, _: u8, _: u8, _: u8) -> Result {
        Result::Fine
    }
    fn failure(&self, _: C, _: &Inner, _: u8, _: u8, _: u8, _: u8, _: u8, _: u8, _: r4c::Failure<Result, Infallible>) -> Result {
        Result::Fine
    }
    async fn r#type(&self, _: u8, _: String) -> Result {
        Result::Fine
    }
    async fn call(&mut self, _: &str, _: u8) -> Result {
        Result::Fine
    }
    fn lost(&self, _: &str, _: u8, error: Infallible) -> Result {
        match error {}
    }
}

#[test]
fn nothing_in_the_module_is_mistaken_for_the_standard_library() {
    let mut odd = ResilientOdd::new(Plain, &registry()).expect("the settings are right");
    assert_eq!(odd.inner(C, &Inner, 1, 2, 3, 4, 5, 6), Result::Fine);
    assert_eq!(block_on(odd.r#type(1, String::new())), Result::Fine);
    assert_eq!(block_on(odd.call("", 1)), Result::Fine);
}
