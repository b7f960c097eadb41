pub fn outer() {
    trait Local {
        #[r4c::retry]
        fn get(&self) -> Result<u8, String>;
    }
}
const _: () = {
    #[r4c::circuit_breaker(name = "x")]
    fn inner() -> Result<u8, String> {
        Ok(1)
    }
};
