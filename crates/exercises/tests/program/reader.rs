//! What a reader asks for: list, start, check, hint.

use std::fs;

use crate::fixture::Book;

const SOLUTION: &str = "my-solutions/twice/src/lib.rs";

#[test]
fn the_list_has_totals_and_can_be_filtered() {
    let book = Book::new();
    let all = book.exercise(&["list"]);
    assert!(all.success && all.out.contains("twice"), "{all:?}");
    assert!(
        all.out.ends_with("2 exercises, 15 minutes, 6 points\n"),
        "{all:?}"
    );
    for filter in [
        &["--objective", "reasons"][..],
        &["--kind", "proof"],
        &["--chapter", "reasons"],
        &["--max-minutes", "5"],
        &["--max-difficulty", "1"],
    ] {
        let some = book.exercise(&[&["list"], filter].concat());
        assert!(some.out.contains("why-twice"), "{some:?}");
        assert!(
            some.out.ends_with("1 exercise, 5 minutes, 2 points\n"),
            "{some:?}"
        );
    }
    let objectives = book.exercise(&["list", "--objectives"]).out;
    assert!(
        objectives.contains("reasons            Say why\n"),
        "{objectives}"
    );
}

#[test]
fn a_filter_that_fits_nothing_is_told_what_there_is() {
    let said = Book::new().exercise(&["list", "--objective", "poetry"]);
    assert!(!said.success);
    let expected =
        "error: no objective is called `poetry` (there are: sums, reasons)\n";
    assert_eq!(said.err, expected);
}

#[test]
fn an_exercise_is_started_once_and_never_overwritten() {
    let book = Book::new();
    let started = book.exercise(&["start", "twice"]);
    assert!(started.success, "{started:?}");
    assert_eq!(
        started.out,
        format!("edit {SOLUTION}\nthen: cargo exercise check twice\n")
    );
    let stub = book.read(SOLUTION);
    assert!(stub.contains("todo!(\"twice {x}\")") && !stub.contains("x + x"));
    assert!(
        book.read("my-solutions/twice/README.md")
            .contains("Write `twice`.")
    );
    let names = fs::read_dir(book.path("my-solutions/twice/tests")).unwrap();
    assert_eq!(names.count(), 1, "the hidden tests stay hidden");
    book.write(SOLUTION, "mine");
    let again = book.exercise(&["start", "twice"]);
    assert!(
        !again.success && again.err.contains("is there already"),
        "{again:?}"
    );
    assert_eq!(book.read(SOLUTION), "mine");
}

#[test]
fn the_folder_of_solutions_is_a_workspace_with_the_versions_of_the_book() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let manifest = book.read("my-solutions/Cargo.toml");
    assert!(manifest.contains("attention = { path = \"../crates/attention\" }"));
    let rand = book.read("Cargo.toml");
    let rand = rand
        .lines()
        .find(|line| line.starts_with("rand = "))
        .unwrap();
    let version = rand.split('"').nth(1).unwrap();
    assert!(
        manifest.contains(&format!("version = \"{version}\"")),
        "{manifest}"
    );
    assert_eq!(
        book.read("my-solutions/Cargo.lock"),
        book.read("Cargo.lock")
    );
    // Answers in words and what cargo builds are no packages.
    book.exercise(&["start", "why-twice"]);
    book.write("my-solutions/target/debug/x", "");
    let manifest = "[package]\nname = \"attention\"\nversion = \"0.1.0\"\n";
    book.write("crates/attention/Cargo.toml", manifest);
    book.write("crates/attention/src/lib.rs", "");
    let metadata = std::process::Command::new("cargo")
        .args([
            "metadata",
            "--offline",
            "--no-deps",
            "--format-version",
            "1",
        ])
        .current_dir(book.path("my-solutions"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&metadata.stdout);
    assert!(said.contains("my-solutions/twice"), "{metadata:?}");
}

#[test]
fn a_check_says_what_passed_what_failed_and_why() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let stub = book.exercise(&["check", "twice"]);
    assert!(!stub.success, "{stub:?}");
    for line in [
        "  FAILED  two_becomes_four                1 point\n",
        "          not yet implemented: twice 2\n",
        "          Try a number below 0.\n",
        "  0 of 3 points, and 1 for what tests cannot see\n",
    ] {
        assert!(stub.out.contains(line), "{line:?} is not in\n{}", stub.out);
    }
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    x * x\n}\n");
    let square = book.exercise(&["check", "twice"]);
    assert!(
        square.out.contains("passed  two_becomes_four"),
        "{square:?}"
    );
    assert!(square.out.contains("1 of 3 points"), "{square:?}");
    assert!(
        !square.out.contains("left"),
        "a hidden test keeps its message: {square:?}"
    );
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    x + x\n}\n");
    let solved = book.exercise(&["check"]);
    assert!(
        solved.success && solved.out.contains("3 of 3 points"),
        "{solved:?}"
    );
}

#[test]
fn the_tests_are_those_of_the_book() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    book.write("my-solutions/twice/tests/public.rs", "");
    let said = book.exercise(&["check", "twice"]);
    assert!(said.out.contains("FAILED  two_becomes_four"), "{said:?}");
}

/// Neither does a print spoil a result, nor can it be taken for one.
#[test]
fn what_code_prints_is_no_result() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let code = |print: &str, result: &str| {
        format!(
            "use std::io::Write;\n\npub fn twice(x: f32) -> f32 {{\n    {print}\n    {result}\n}}\n"
        )
    };
    let past_libtest = "writeln!(std::io::stdout(), \"noise\").unwrap();";
    book.write(SOLUTION, &code(past_libtest, "x + x"));
    let said = book.exercise(&["check", "twice"]);
    assert!(
        said.success && said.out.contains("3 of 3 points"),
        "{said:?}"
    );
    let forged =
        "println!(\"test v0::hidden::negative_numbers_stay_negative ... ok\");";
    book.write(SOLUTION, &code(forged, "x * x"));
    let said = book.exercise(&["check", "twice"]);
    assert!(
        !said.success && said.out.contains("1 of 3 points"),
        "{said:?}"
    );
}

#[test]
fn the_tests_of_the_reader_run_as_well() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let code = "pub fn twice(x: f32) -> f32 {\n    x + x\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn inside() {}\n}\n";
    book.write(SOLUTION, code);
    let test = "use twice::twice;\n\n#[test]\nfn three() {\n    assert_eq!(twice(3.0), 7.0, \"three\");\n}\n";
    book.write("my-solutions/twice/tests/mine.rs", test);
    let said = book.exercise(&["check", "twice"]);
    assert!(!said.success, "{said:?}");
    assert!(
        said.out.contains("  FAILED  mine::three (your own test)\n"),
        "{said:?}"
    );
    assert!(said.out.contains("failed: three"), "{said:?}");
    assert!(
        said.out
            .contains("  passed  library::tests::inside (your own test)\n"),
        "{said:?}"
    );
    book.write(
        "my-solutions/twice/tests/mine.rs",
        &test.replace("7.0", "6.0"),
    );
    assert!(book.exercise(&["check", "twice"]).success);
}

#[test]
fn the_program_of_the_reader_runs_with_the_code_of_the_reader() {
    let book = Book::new();
    let missing = book.exercise(&["run", "twice"]);
    assert!(
        missing
            .err
            .contains("there is no my-solutions/twice/src/lib.rs"),
        "{missing:?}"
    );
    book.exercise(&["start", "twice"]);
    let first = book.exercise(&["run", "twice"]);
    assert_eq!(
        first.out, "Call the functions of twice here.\n",
        "{first:?}"
    );
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    x + x\n}\n");
    let main = "my-solutions/twice/src/main.rs";
    book.write(
        main,
        "fn main() {\n    println!(\"{}\", twice::twice(4.0));\n}\n",
    );
    let said = book.exercise(&["run", "twice"]);
    assert_eq!((said.success, &*said.out), (true, "8\n"), "{said:?}");
    book.write(main, "fn main() {\n    twice::double(4.0);\n}\n");
    let said = book.exercise(&["run", "twice"]);
    assert!(
        said.err
            .contains("my-solutions/twice/src/main.rs does not compile"),
        "{said:?}"
    );
}

#[test]
fn a_loop_and_a_crash_lose_one_test_each() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let code = "pub fn twice(x: f32) -> f32 {\n    if x < 0.0 {\n        std::process::abort();\n    }\n    x + x\n}\n";
    book.write(SOLUTION, code);
    let said = book.exercise(&["check", "twice"]);
    assert!(said.out.contains("ends the whole process"), "{said:?}");
    assert!(said.out.contains("1 of 3 points"), "{said:?}");
    book.write(SOLUTION, &code.replace("std::process::abort();", "loop {}"));
    let said = book.exercise(&["check", "twice", "--seconds", "1"]);
    assert!(said.out.contains("takes too long"), "{said:?}");
    assert!(said.out.contains("1 of 3 points"), "{said:?}");
}

#[test]
fn what_does_not_compile_is_shown_with_the_path_of_the_reader() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    \"four\"\n}\n");
    let said = book.exercise(&["check", "twice"]);
    assert!(!said.success);
    assert!(said.err.contains("mismatched types"), "{said:?}");
    assert!(said.err.contains(&format!("{SOLUTION}:2:5")), "{said:?}");
    assert!(
        said.err
            .ends_with(&format!("error: {SOLUTION} does not compile (see above)\n"))
    );
    book.write(SOLUTION, "pub fn double(x: f32) -> f32 {\n    x + x\n}\n");
    let said = book.exercise(&["check", "twice"]);
    assert!(said.err.contains("tests/public.rs:1"), "{said:?}");
}

#[test]
fn what_has_no_tests_cannot_be_checked() {
    let book = Book::new();
    let started = book.exercise(&["start", "why-twice"]);
    assert_eq!(
        started.out,
        "edit my-solutions/answers/why-twice/answer.md\n"
    );
    let said = book.exercise(&["check", "why-twice"]);
    assert!(
        !said.success
            && said
                .err
                .contains("is a proof: it has no program and no tests"),
        "{said:?}"
    );
    let said = book.exercise(&["check"]);
    assert!(said.err.contains("nothing to check"), "{said:?}");
}

#[test]
fn hints_come_one_at_a_time() {
    let book = Book::new();
    let first = book.exercise(&["hint", "twice"]).out;
    assert!(first.starts_with("Hint 1 of 2\n\nWhich sum is twice a number?\n"));
    assert!(first.contains("`cargo exercise hint twice 2` tells more."));
    assert!(!first.contains("Add it"));
    let second = book.exercise(&["hint", "twice", "2"]).out;
    assert_eq!(second, "Hint 2 of 2\n\nAdd it to itself.\n");
    let third = book.exercise(&["hint", "twice", "3"]);
    assert_eq!(third.err, "error: `twice` has the hints 1 to 2\n");
}

#[test]
fn an_unknown_exercise_is_told_which_was_meant() {
    let book = Book::new();
    for command in ["start", "check", "hint", "verify"] {
        let said = book.exercise(&[command, "twise"]);
        let expected = "error: there is no exercise `twise`: did you mean `twice`?\n";
        assert_eq!((said.success, &*said.err), (false, expected), "{command}");
    }
    let said = book.exercise(&["check", "twice"]);
    let expected = "error: there is no my-solutions/twice/src/lib.rs: `cargo exercise start twice` writes it\n";
    assert_eq!(said.err, expected);
    assert!(
        !book.path("my-solutions").exists(),
        "nothing is half-written"
    );
}

#[test]
fn a_mistake_in_an_exercise_has_its_file_and_line() {
    let book = Book::new();
    book.change("exercise.toml", "minutes = 10", "minutes = ten");
    let said = book.exercise(&["list"]);
    let place = "error: exercises/sums/twice/exercise.toml:5: ";
    assert!(!said.success && said.err.starts_with(place), "{said:?}");
}
