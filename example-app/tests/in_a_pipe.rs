//! The program as a script would use it.
use std::process::Command;

#[test]
fn in_a_pipe_the_output_is_plain_and_the_exit_code_is_zero() {
    let output = Command::new(env!("CARGO_BIN_EXE_example-app")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(output.stderr.is_empty(), "{text}");
    assert!(!text.contains('\x1b'), "{text}");
    assert!(text.ends_with("demands of the script are met.\n"), "{text}");
}

/// Configuration reaches the wrapper: without retries the script's demands cannot be met.
#[test]
fn without_retries_the_demands_that_need_them_are_named_and_the_exit_code_is_one() {
    let output = Command::new(env!("CARGO_BIN_EXE_example-app"))
        .env("R4C_RETRY__ORDERSAPI__GET__MAX_ATTEMPTS", "1")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("NOT MET: a burst of 503 was ridden out by retrying\n"), "{text}");
    assert!(!text.contains("NOT MET: no 404 was retried\n"), "{text}");
}
