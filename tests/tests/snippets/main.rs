//! Every Rust block of every chapter and of the README, compiled and run by skeptic.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Once;

mod group;

include!(concat!(env!("OUT_DIR"), "/skeptic-tests.rs"));

/// The tests as text.
const GENERATED: &str = include_str!(concat!(env!("OUT_DIR"), "/skeptic-tests.rs"));

/// Compiles and runs a snippet: together with others, and alone if one of these does not pass, so that
/// what is said is about this one.
fn run(root: &str, out: &str, triple: &str, program: &str) {
    let run = |program: &str| skeptic::rt::run_test(root, out, triple, program);
    if !group::passes(program, |group| passes(|| run(group))) {
        report(program, || run(program));
    }
}

/// Compiles a snippet that is marked `no_run`.
#[allow(dead_code, reason = "not every version of the book has such a snippet")]
fn compile(root: &str, out: &str, triple: &str, program: &str) {
    report(program, || {
        skeptic::rt::compile_test(root, out, triple, program);
    });
}

/// Fails with the place of the snippet. What the compiler or the snippet said is already printed.
fn report(program: &str, test: impl FnOnce()) {
    if !passes(test) {
        let place = place(program).unwrap_or("a snippet");
        panic!("{place}: this snippet does not pass; see the message above");
    }
}

/// Where a snippet stands, which its program tells: `src/array.md:42`.
fn place(program: &str) -> Option<&str> {
    let mut lines = program.lines();
    lines.find_map(|line| line.strip_prefix("#![allow(unused)] // "))
}

/// Whether a test does not panic.
fn passes(test: impl FnOnce()) -> bool {
    // skeptic panics with the whole command line of the compiler; nobody wants to read that.
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let default = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let message = panic
                .payload()
                .downcast_ref::<String>()
                .map_or("", String::as_str);
            if !message.starts_with("Command failed") {
                default(panic);
            }
        }));
    });
    panic::catch_unwind(AssertUnwindSafe(test)).is_ok()
}

/// A block that the build script does not hand over would be tested by nobody.
#[test]
fn every_block_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = dialect::snippet_sources(&root).unwrap();
    let opened = |source: &dialect::Source| {
        let lines = source
            .text
            .lines()
            .map(|line| line.trim_start_matches(['>', ' ', '-']));
        lines.filter(|line| line.starts_with("```rust")).count()
    };
    let blocks: usize = sources.iter().map(opened).sum();
    assert_eq!(GENERATED.matches("#[test]").count(), blocks);
}
