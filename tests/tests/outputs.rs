//! The tests of the snippets must fail when a snippet is wrong. Here they are made to.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use dialect::Source;

/// Runs a program as the tests of the chapters do. Says whether it passed.
///
/// One at a time: a program that was just written cannot be started while another thread is between
/// copying this process and starting its own program ("Text file busy").
fn passes(program: &str) -> bool {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
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

/// The program that the tests would run for a block of a chapter.
fn program(code: &str, output: &str) -> String {
    let output = match output {
        "" => String::new(),
        output => format!("```text,output\n{output}```\n"),
    };
    let source = Source {
        file: "src/a.md".into(),
        text: format!("```rust\n{code}\n```\n{output}"),
    };
    let blocks = dialect::blocks(&dialect::expand("/".as_ref(), &source).unwrap());
    dialect::program(&source.file, &blocks.unwrap()[0])
}

#[test]
fn the_right_output_passes() {
    assert!(passes(&program("println!(\"{}\", 1 + 1);", "2\n")));
    assert!(passes(&program(
        "let _ = attention::array::softmax(&ndarray::array![1.0]);",
        ""
    )));
    assert!(passes(&program("print!(\"2  \");", "2\n")), "as blessed");
}

#[test]
fn a_changed_output_fails() {
    assert!(!passes(&program("println!(\"{}\", 1 + 1);", "3\n")));
    assert!(!passes(&program("println!(\"{}\", 1 + 1);", "2\n2\n")));
}

#[test]
fn a_print_without_an_output_fails() {
    assert!(!passes(&program("print!(\"2\");", "")));
}

#[test]
fn a_snippet_that_panics_exits_or_does_not_compile_fails() {
    assert!(!passes(&program(
        "println!(\"2\"); panic!(\"after printing\");",
        "2\n"
    )));
    assert!(!passes(&program(
        "println!(\"2\"); std::process::exit(3);",
        "2\n"
    )));
    assert!(!passes(&program(
        "println!(\"2\"); let x: u8 = \"no number\";",
        "2\n"
    )));
}

#[test]
fn a_main_is_called_and_its_error_counts() {
    let with_main = |body: &str| {
        format!(
            "fn main() -> Result<(), std::num::ParseIntError> {{\n{body}\nOk(())\n}}"
        )
    };
    assert!(passes(&program(&with_main("println!(\"2\");"), "2\n")));
    assert!(!passes(&program(
        &with_main("println!(\"2\"); \"x\".parse::<u8>()?;"),
        "2\n"
    )));
    assert!(!passes(&program(
        "pub fn main() { println!(\"3\"); }",
        "2\n"
    )));
}
