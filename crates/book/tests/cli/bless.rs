//! `cargo book bless`, with a script instead of cargo that "runs" the snippets.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::fixture::Fixture;

/// Runs `script` instead of `cargo test`. `$BOOK_BLESS` is the folder for outputs.
fn bless(fixture: &Fixture, script: &str) -> (Option<i32>, String) {
    bless_files(fixture, &[], script)
}

fn bless_files(fixture: &Fixture, files: &[&str], script: &str) -> (Option<i32>, String) {
    fixture.write("README.md", "# Readme\n");
    fixture.write("cargo", &format!("#!/bin/sh\n{script}\n"));
    let cargo = fixture.path("cargo");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let output = fixture.command().arg("bless").args(files).env("CARGO", &cargo).output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(printed).unwrap())
}

#[test]
fn changed_outputs_are_rewritten_and_reported() {
    let fixture = Fixture::new();
    let before = fixture.read("src/means.md");
    let (status, printed) = bless(&fixture, "echo 5 > \"$BOOK_BLESS/src+means.md+17\"");
    assert_eq!(
        (status, &*printed),
        (
            Some(0),
            "compiling and running 3 snippets\nsrc/means.md:17\n  - 2\n  + 5\n\
             outputs rewritten in src/means.md\n"
        )
    );
    assert_eq!(fixture.read("src/means.md"), before.replace("\n2\n", "\n5\n"));
    let (status, printed) = bless(&fixture, "echo 5 > \"$BOOK_BLESS/src+means.md+17\"");
    assert_eq!(
        (status, &*printed),
        (Some(0), "compiling and running 3 snippets\nall outputs are up to date\n")
    );
}

#[test]
fn nothing_is_written_if_a_snippet_fails_or_the_page_changes_meanwhile() {
    let fixture = Fixture::new();
    let before = fixture.read("src/means.md");
    let (status, printed) = bless(&fixture, "echo 5 > \"$BOOK_BLESS/src+means.md+17\"; exit 101");
    assert_eq!(status, Some(1));
    assert!(printed.contains("a snippet fails"), "{printed}");
    assert_eq!(fixture.read("src/means.md"), before);

    let script = "echo 5 > \"$BOOK_BLESS/src+means.md+17\"; echo more >> src/means.md";
    let (status, printed) = bless(&fixture, script);
    assert_eq!(status, Some(1));
    assert!(printed.contains("src/means.md was changed while the snippets ran"), "{printed}");
    assert_eq!(fixture.read("src/means.md"), before + "more\n");
}

#[test]
fn runs_the_snippets_of_one_file_and_names_what_is_stale() {
    let fixture = Fixture::new();
    fixture.replace("src/means.md", "```text,output\n2\n", "```text,output\n25\n");
    fixture.replace("src/means.md", "asks for more", "asks for 25");
    let script = "echo \"$@\"; echo 30 > \"$BOOK_BLESS/src+means.md+17\"";
    let (status, printed) = bless_files(&fixture, &["src/means.md"], script);
    assert_eq!(status, Some(0), "{printed}");
    for part in [
        "compiling and running 2 snippets\n",
        "-- --quiet src/means.md\n",
        "src/means.md:17\n  - 25\n  + 30\n  line 12 still says 25: [Equation](#eq:mean) is drawn",
    ] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
    let (status, printed) = bless_files(&fixture, &["src/none.md"], script);
    assert_eq!(status, Some(1));
    assert!(printed.contains("src/none.md is not a file with snippets"), "{printed}");
}
