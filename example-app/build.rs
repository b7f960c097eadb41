//! Makes `ResilientOrdersApi` of the markers in `src/orders.rs`.
fn main() {
    r4c_build::generate()
}
