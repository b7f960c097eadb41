/// Brings in the wrappers that `r4c_build::generate()` wrote for this module.
///
/// | where | write |
/// |---|---|
/// | in the root of a target (`lib.rs`, `main.rs`) | `r4c::include_wrappers!();` |
/// | in module `net::client` | `r4c::include_wrappers!("net.client");` |
/// | where two targets of the package have the same module path, in all but the library's | `r4c::include_wrappers!(bin "tool");`, `r4c::include_wrappers!(example "demo", "net.client");` |
///
/// The wrappers lie in the module of their trait, so they see what the trait sees. Without this line the program is the one
/// without r4c. `include!(concat!(env!("OUT_DIR"), "/r4c/net.client.rs"));` does the same.
///
/// It does not compile in a package without a build script (`OUT_DIR` is not defined), or for a module that has no
/// generated file.
#[macro_export]
macro_rules! include_wrappers {
    () => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/r4c/crate.rs"));
    };
    ($module:literal) => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/r4c/", $module, ".rs"));
    };
    ($kind:ident $target:literal) => {
        ::core::include!(::core::concat!(
            ::core::env!("OUT_DIR"),
            "/r4c/",
            ::core::stringify!($kind),
            "-",
            $target,
            "/crate.rs"
        ));
    };
    ($kind:ident $target:literal, $module:literal) => {
        ::core::include!(::core::concat!(
            ::core::env!("OUT_DIR"),
            "/r4c/",
            ::core::stringify!($kind),
            "-",
            $target,
            "/",
            $module,
            ".rs"
        ));
    };
}
