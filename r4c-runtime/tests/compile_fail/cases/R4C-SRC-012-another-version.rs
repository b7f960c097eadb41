const _: () = r4c::generated::same_version("0.0.0");

//~ error: evaluation panicked: R4C-SRC-012: `r4c-build` is of another version than `r4c-runtime`, which is 0.1.0: ask for the same version of both
