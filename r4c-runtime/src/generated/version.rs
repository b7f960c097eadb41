/// Fails to compile where the generator is of another version than this library: what the two agree on is hidden and may
/// change with every version.
///
/// # Panics
/// At compile time, with a text that says what to do.
pub const fn same_version(generator: &str) {
    assert!(
        equal(generator.as_bytes(), env!("CARGO_PKG_VERSION").as_bytes()),
        concat!(
            "R4C-SRC-012: `r4c-build` is of another version than `r4c-runtime`, which is ",
            env!("CARGO_PKG_VERSION"),
            ": ask for the same version of both"
        )
    );
}

const fn equal(left: &[u8], right: &[u8]) -> bool {
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}

#[cfg(test)]
mod tests {
    use super::equal;

    #[test]
    fn versions_are_equal_only_if_they_are_the_same_text() {
        let cases =
            [("0.1.0", "0.1.0", true), ("0.1.0", "0.1.1", false), ("0.1.0", "0.1", false), ("", "0.1.0", false)];
        for (left, right, same) in cases {
            assert_eq!(equal(left.as_bytes(), right.as_bytes()), same, "{left} and {right}");
        }
    }
}
