//! Names that every module has without an import.
use super::names::Space;

/// The crates that need no dependency.
pub(super) const CRATES: [&str; 5] = ["std", "core", "alloc", "proc_macro", "test"];

const TYPES: [&str; 61] = [
    "AsMut", "AsRef", "AsyncFn", "AsyncFnMut", "AsyncFnOnce", "Box", "Clone", "Copy", "Debug", "Default",
    "DoubleEndedIterator", "Drop", "Eq", "ExactSizeIterator", "Extend", "Fn", "FnMut", "FnOnce", "From",
    "FromIterator", "Future", "Hash", "Into", "IntoFuture", "IntoIterator", "Iterator", "Option", "Ord", "PartialEq",
    "PartialOrd", "Result", "Send", "Sized", "String", "Sync", "ToOwned", "ToString", "TryFrom", "TryInto", "Unpin",
    "Vec", "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32",
    "u64", "u8", "usize", "f16", "f128", "never",
];

/// Whether the standard prelude has this name.
pub(super) fn contains(name: &str, space: Space) -> bool {
    match space {
        Space::Type => TYPES.contains(&name),
        Space::Value => ["Some", "None", "Ok", "Err", "drop", "size_of", "align_of"].contains(&name),
        Space::Macro => false,
    }
}
