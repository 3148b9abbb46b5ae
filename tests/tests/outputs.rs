//! The tests of the snippets must fail when a snippet is wrong. Here they are made to.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use std::panic::{self, AssertUnwindSafe};

/// Runs a program as the tests of the chapters do. Says whether it passed.
fn passes(program: &str) -> bool {
    let run = || {
        skeptic::rt::run_test(
            env!("CARGO_MANIFEST_DIR"),
            env!("OUT_DIR"),
            env!("TARGET"),
            program,
        );
    };
    panic::catch_unwind(AssertUnwindSafe(run)).is_ok()
}

fn program(expected: &str, body: &str) -> String {
    format!(
        "fn main() {{ book_tests::compare_output(\"src/a.md\", 7, {expected:?}, || {{ {body} }}); }}"
    )
}

#[test]
fn the_right_output_passes() {
    assert!(passes(&program("2\n", "println!(\"{}\", 1 + 1);")));
    assert!(passes(&program(
        "",
        "let _ = attention::array::softmax(&ndarray::array![1.0]);"
    )));
}

#[test]
fn a_changed_output_fails() {
    assert!(!passes(&program("3\n", "println!(\"{}\", 1 + 1);")));
    assert!(!passes(&program("2", "println!(\"{}\", 1 + 1);")));
    assert!(!passes(&program("2\n2\n", "println!(\"{}\", 1 + 1);")));
}

#[test]
fn a_print_without_an_output_fails() {
    assert!(!passes(&program("", "print!(\"2\");")));
}

#[test]
fn a_snippet_that_panics_or_does_not_compile_fails() {
    assert!(!passes(&program(
        "2\n",
        "println!(\"2\"); panic!(\"after printing\");"
    )));
    assert!(!passes(&program(
        "2\n",
        "println!(\"2\"); std::process::exit(3);"
    )));
    assert!(!passes(&program(
        "2\n",
        "println!(\"2\"); let x: u8 = \"not a number\";"
    )));
}
