fn main() {
    #[cfg(feature = "resilience")]
    r4c_build::generate();
}
