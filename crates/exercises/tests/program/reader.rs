//! Commands of readers: list, start, check, and hint.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::fixture::{Book, WORKSPACE, kill};

const SOLUTION: &str = "my-solutions/examples/twice/lib.rs";

#[test]
fn the_list_has_totals_and_can_be_filtered() {
    let book = Book::new();
    let all = book.exercise(&["list"]);
    assert!(all.success && all.out.contains("twice"), "{all:?}");
    assert!(all.out.ends_with("2 exercises, 15 minutes, 6 points\n"), "{all:?}");
    for filter in [
        &["--objective", "reasons"][..],
        &["--kind", "proof"],
        &["--chapter", "reasons"],
        &["--max-minutes", "5"],
        &["--max-difficulty", "1"],
    ] {
        let some = book.exercise(&[&["list"], filter].concat());
        assert!(some.out.contains("why-twice"), "{some:?}");
        assert!(some.out.ends_with("1 exercise, 5 minutes, 2 points\n"), "{some:?}");
    }
    let objectives = book.exercise(&["list", "--objectives"]).out;
    assert!(objectives.contains("reasons            Say why\n"), "{objectives}");
}

#[test]
fn a_filter_without_a_match_lists_the_choices() {
    let said = Book::new().exercise(&["list", "--objective", "poetry"]);
    assert!(!said.success);
    let expected = "error: no objective is called `poetry` (there are: sums, reasons)\n";
    assert_eq!(said.err, expected);
}

#[test]
fn an_exercise_is_started_once_and_never_overwritten() {
    let book = Book::new();
    let started = book.exercise(&["start", "twice"]);
    assert!(started.success, "{started:?}");
    assert_eq!(started.out, format!("edit {SOLUTION}\nthen: cargo exercise check twice\n"));
    let stub = book.read(SOLUTION);
    assert!(stub.contains("todo!(\"twice {x}\")") && !stub.contains("x + x"));
    assert!(book.read("my-solutions/examples/twice/README.md").contains("Write `twice`."));
    let names = fs::read_dir(book.path("my-solutions/examples/twice/tests")).unwrap();
    assert_eq!(names.count(), 1, "the hidden tests stay hidden");
    book.write(SOLUTION, "mine");
    let again = book.exercise(&["start", "twice"]);
    assert!(!again.success && again.err.contains("already exists"), "{again:?}");
    assert_eq!(book.read(SOLUTION), "mine");
}

#[test]
fn a_lost_file_is_written_again() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let test = "my-solutions/examples/twice/tests/mine.rs";
    book.write(test, "#[test]\nfn mine() {}\n");
    fs::remove_file(book.path(SOLUTION)).unwrap();
    let said = book.exercise(&["check", "twice"]);
    assert!(said.err.contains("`cargo exercise start twice` writes it"));
    assert!(book.exercise(&["start", "twice"]).success);
    assert!(book.read(SOLUTION).contains("todo!(\"twice {x}\")"));
    assert_eq!(book.read(test), "#[test]\nfn mine() {}\n");
}

/// Starting an exercise adds a program with tests to the workspace but leaves the lock file
/// unchanged.
#[test]
fn cargo_knows_what_was_started() {
    let book = Book::new();
    let root = Path::new(WORKSPACE);
    let manifest = fs::read_to_string(root.join("my-solutions/Cargo.toml")).unwrap();
    let inherited = manifest.lines().filter(|line| !line.contains("workspace"));
    let manifest = inherited.collect::<Vec<_>>().join("\n");
    let manifest = manifest.replace("[dependencies]", "edition = \"2024\"\n[workspace]\n");
    book.write("my-solutions/Cargo.toml", &manifest);
    let library = fs::read_to_string(root.join("my-solutions/src/lib.rs")).unwrap();
    book.write("my-solutions/src/lib.rs", &library);
    let cargo = |command: &[&str]| {
        let output = Command::new("cargo")
            .args(command)
            .args(["--offline", "--manifest-path"])
            .arg(book.path("my-solutions/Cargo.toml"))
            .env("CARGO_TARGET_DIR", book.path("target"))
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    };
    assert!(cargo(&["generate-lockfile"]).0);
    let lock = book.read("my-solutions/Cargo.lock");
    book.exercise(&["start", "twice"]);
    book.exercise(&["start", "why-twice"]);
    let (passed, said) = cargo(&["test", "--locked", "--example", "twice"]);
    assert!(!passed && said.contains("not yet implemented: twice 2"), "{said}");
    assert!(!said.contains("warning"), "{said}");
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    x + x\n}\n");
    let (passed, said) = cargo(&["test", "--locked", "--example", "twice"]);
    assert!(passed && said.contains("1 passed"), "{said}");
    assert_eq!(book.read("my-solutions/Cargo.lock"), lock);
}

#[test]
fn a_check_lists_passed_and_failed_tests_with_reasons() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let stub = book.exercise(&["check", "twice"]);
    assert!(!stub.success, "{stub:?}");
    for line in [
        "  to do   two_becomes_four                1 point\n",
        "  not yet written: my-solutions/examples/twice/lib.rs:5:5\n",
        "  0 of 3 points, and 1 point that tests cannot check:\n  [ ] says why (1 point)\n",
    ] {
        assert!(stub.out.contains(line), "{line:?} is not in\n{}", stub.out);
    }
    assert!(!stub.out.contains("Try a number"), "too early: {stub:?}");
    book.change_solution("todo!", "println!(\"x is {x}\");\n    todo!");
    let printed = book.exercise(&["check", "twice"]).out;
    let shown = "  to do   two_becomes_four                1 point\n          x is 2\n  to do ";
    assert!(printed.contains(shown), "{printed}");
    assert!(!printed.contains("panicked"), "{printed}");
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    x * x\n}\n");
    let square = book.exercise(&["check", "twice"]);
    assert!(square.out.contains("passed  two_becomes_four"), "{square:?}");
    assert!(square.out.contains("1 of 3 points"), "{square:?}");
    assert!(square.out.contains("Try a number below 0."), "{square:?}");
    assert!(!square.out.contains("left"), "a hidden test keeps its message: {square:?}");
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    x + x\n}\n");
    let solved = book.exercise(&["check"]);
    assert!(solved.success && solved.out.contains("3 of 3 points"), "{solved:?}");
}

#[test]
fn the_tests_come_from_the_book() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    book.write("my-solutions/examples/twice/tests/public.rs", "");
    let said = book.exercise(&["check", "twice"]);
    assert!(said.out.contains("to do   two_becomes_four"), "{said:?}");
}

/// Printed text neither spoils a result nor counts as one.
#[test]
fn printed_text_is_not_a_result() {
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
    assert!(said.success && said.out.contains("3 of 3 points"), "{said:?}");
    let forged = "println!(\"test v0::hidden::negative_numbers_stay_negative ... ok\");";
    book.write(SOLUTION, &code(forged, "x * x"));
    let said = book.exercise(&["check", "twice"]);
    assert!(!said.success && said.out.contains("1 of 3 points"), "{said:?}");
}

#[test]
fn the_tests_of_the_reader_run_as_well() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let code = "pub fn twice(x: f32) -> f32 {\n    x + x\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn inside() {}\n}\n";
    book.write(SOLUTION, code);
    let test = "use twice::twice;\n\n#[test]\nfn three() {\n    println!(\"the sum\");\n    assert_eq!(twice(3.0), 7.0, \"three\");\n}\n";
    book.write("my-solutions/examples/twice/tests/mine.rs", test);
    let said = book.exercise(&["check", "twice"]);
    assert!(!said.success, "{said:?}");
    assert!(said.out.contains("  FAILED  mine::three (your own test)\n"), "{said:?}");
    let shown = "  FAILED  mine::three (your own test)\n          the sum\n          \
                 panicked at tests/mine.rs:6:5:\n          assertion `left == right` failed: \
                 three\n            left: 6.0\n           right: 7.0\n  3 of 3 points";
    assert!(said.out.contains(shown), "{}", said.out);
    assert!(said.out.contains("  passed  library::tests::inside (your own test)\n"), "{said:?}");
    book.write("my-solutions/examples/twice/tests/mine.rs", &test.replace("7.0", "6.0"));
    assert!(book.exercise(&["check", "twice"]).success);
}

#[test]
fn the_program_of_the_reader_runs_with_the_code_of_the_reader() {
    let book = Book::new();
    let missing = book.exercise(&["run", "twice"]);
    assert!(missing.err.contains("there is no my-solutions/examples/twice/main.rs"), "{missing:?}");
    book.exercise(&["start", "twice"]);
    let first = book.exercise(&["run", "twice"]);
    assert_eq!(first.out, "Call the functions of twice here.\n", "{first:?}");
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    x + x\n}\n");
    let main = "my-solutions/examples/twice/main.rs";
    let first = book.read(main);
    let shown = "\"Call the functions of twice here.\"";
    assert!(first.contains(shown), "{first}");
    book.write(main, &first.replace(shown, "\"{}\", twice::twice(4.0)"));
    let said = book.exercise(&["run", "twice"]);
    assert_eq!((said.success, &*said.out), (true, "8\n"), "{said:?}");
    book.write(main, &first.replace(shown, "\"{}\", twice::double(4.0)"));
    let said = book.exercise(&["run", "twice"]);
    assert!(said.err.contains("my-solutions/examples/twice/main.rs does not compile"), "{said:?}");
}

/// Returns the solution, with `code` for numbers below 0.
fn otherwise(code: &str) -> String {
    format!(
        "pub fn twice(x: f32) -> f32 {{\n    if x < 0.0 {{\n        {code}\n    }}\n    x + x\n}}\n"
    )
}

#[test]
fn code_that_never_returns_fails_its_test_with_a_reason() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    for (code, why) in [
        ("std::process::abort();", "ends the whole process (signal: 6"),
        ("return 1.0 + twice(x - 1.0);", "overflows the stack; check that every recursion ends"),
        (
            "return f32::from([1_u8, 2][x.abs() as usize + 1]);",
            "panicked at my-solutions/examples/twice/lib.rs:3:26:\n          index out of bounds",
        ),
        ("loop { eprintln!(\"noise\"); }", "          ...\n          noise\n"),
    ] {
        book.write(SOLUTION, &otherwise(code));
        let said = book.exercise(&["check", "twice", "--seconds", "1"]);
        assert!(said.out.contains(why), "{code}\n{}", said.out);
        assert!(said.out.contains("1 of 3 points"), "{said:?}");
        assert!(said.out.lines().count() < 30, "{said:?}");
    }
}

#[test]
fn an_endless_loop_has_less_time_in_the_next_test() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    book.write(SOLUTION, "pub fn twice(_: f32) -> f32 {\n    loop {}\n}\n");
    let said = book.exercise(&["check", "twice", "--seconds", "2"]).out;
    let advice = "check that every loop ends (`--seconds` allows more)\n";
    for limit in ["2s", "1s, the limit once a test has run for 2s"] {
        let expected = format!("still running after {limit}; {advice}");
        assert!(said.contains(&expected), "{said}");
    }
}

/// Code that ends the process has not passed.
#[test]
fn a_solution_that_ends_the_process_earns_nothing() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    for body in [
        "std::process::exit(0)",
        "std::thread::spawn(|| std::process::exit(0)).join().unwrap()",
        "struct End; impl Drop for End { fn drop(&mut self) { std::process::exit(0) } } let _end = End; x + x",
        "std::panic::set_hook(Box::new(|_| std::process::exit(0))); panic!()",
    ] {
        book.write(
            SOLUTION,
            &format!("pub fn twice(x: f32) -> f32 {{\n    let _ = x;\n    {body}\n}}\n"),
        );
        let said = book.exercise(&["check", "twice"]);
        assert!(!said.success && said.out.contains("0 of 3 points"), "{said:?}");
        assert!(said.out.contains("ends the whole process, with exit code 0"), "{said:?}");
    }
    let list = book.exercise(&["list"]).out;
    assert!(list.ends_with("; 0 solved (x), 1 started (.)\n"), "{list}");
}

/// A program that the code started may continue to run without delaying the check.
#[test]
fn a_check_does_not_wait_for_other_programs() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let pid = book.path("pid");
    let code = format!(
        "let sleep = std::process::Command::new(\"sleep\").arg(\"600\").spawn().unwrap();
        std::fs::write({pid:?}, sleep.id().to_string()).unwrap();"
    );
    book.write(SOLUTION, &otherwise(&code));
    let said = book.exercise(&["check", "twice"]);
    assert!(said.out.contains("3 of 3 points"), "{said:?}");
    assert!(kill("KILL", &book.read("pid")), "the check has waited");
}

#[test]
fn solved_exercises_are_remembered() {
    let book = Book::new();
    let next = book.exercise(&["next", "--kind", "code"]).out;
    assert!(next.ends_with("cargo exercise start twice\n"), "{next}");
    book.exercise(&["start", "twice"]);
    let next = book.exercise(&["next", "--kind", "code"]).out;
    assert!(next.ends_with("cargo exercise check twice\n"), "{next}");
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    x + x\n}\n");
    let watched = book.exercise(&["watch", "twice"]);
    assert!(watched.success && watched.out.contains("3 of 3 points"), "{watched:?}");
    let next = book.exercise(&["next", "--kind", "code"]).out;
    assert_eq!(next, "you have solved all of them\n");
    let list = book.exercise(&["list"]).out;
    assert!(list.contains("\nx twice "), "{list}");
}

#[test]
fn compile_errors_show_the_path_of_the_reader() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    book.write(SOLUTION, "pub fn twice(x: f32) -> f32 {\n    \"four\"\n}\n");
    let said = book.exercise(&["check", "twice"]);
    assert!(!said.success);
    assert!(said.err.contains("mismatched types"), "{said:?}");
    assert!(said.err.contains(&format!("{SOLUTION}:2:5")), "{said:?}");
    assert!(said.err.ends_with(&format!("error: {SOLUTION} does not compile (see above)\n")));
    fs::write(book.path(SOLUTION), b"// \xff\n").unwrap();
    let said = book.exercise(&["check", "twice"]).err;
    let expected = format!("error: {SOLUTION} is not UTF-8: save it as UTF-8\n");
    assert_eq!(said, expected);
}

/// The compiler would show lines of hidden tests.
#[test]
fn code_that_its_tests_do_not_find_is_named() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let missing = "no longer has `twice`, which the tests of `twice` use";
    for (code, said) in [
        ("", missing),
        ("pub fn double(x: f32) -> f32 {\n    x + x\n}\n", missing),
        ("mod inner {\n    pub fn twice() {}\n}\n", missing),
        (
            "fn twice(x: f32) -> f32 {\n    x + x\n}\n",
            "no longer fits tests/public.rs of `twice`: function `twice` is private",
        ),
        (
            "pub fn twice(x: u8) -> u8 {\n    x + x\n}\n",
            "no longer fits tests/public.rs of `twice`: mismatched types",
        ),
    ] {
        book.write(SOLUTION, code);
        let expected = format!("error: {SOLUTION} {said}\n");
        assert_eq!(book.exercise(&["check", "twice"]).err, expected);
    }
}

#[test]
fn an_answer_in_words_is_judged_by_its_author() {
    let book = Book::new();
    let started = book.exercise(&["start", "why-twice"]);
    let answer = "my-solutions/answers/why-twice/answer.md";
    let then = "then: cargo exercise check why-twice";
    assert_eq!(started.out, format!("edit {answer}\n{then}\n"));
    let empty = book.exercise(&["check", "why-twice"]);
    assert_eq!(empty.err, format!("error: {answer} has no answer yet\n"));
    book.write(answer, "# Why twice\n\nBecause.\n");
    for (typed, confirmed) in [("", false), ("n\n", false), ("Yes\n", true)] {
        let said = book.answer(&["check", "why-twice"], typed);
        assert_eq!(said.success, confirmed, "{said:?}");
        assert!(said.out.contains("\n  [ ] a reason (2 points)\n"), "{said:?}");
        let compare = "Compare it with exercises/reasons/why-twice/solution.md.\n  Does it meet every criterion? [y/N] ";
        assert!(said.out.ends_with(compare), "{said:?}");
        let solved = format!("; {} solved (x)", u8::from(confirmed));
        assert!(book.exercise(&["list"]).out.contains(&solved));
    }
    let run = book.exercise(&["run", "why-twice"]);
    assert!(run.err.contains("is a proof: it has no program and no tests"), "{run:?}");
    assert!(book.exercise(&["check"]).err.contains("nothing to check"));
}

#[test]
fn hints_come_one_at_a_time() {
    let book = Book::new();
    let first = book.exercise(&["hint", "twice"]).out;
    assert!(first.starts_with("Hint 1 of 2\n\nWhich sum is twice a number?\n"));
    assert!(first.contains("`cargo exercise hint twice 2` shows the next hint."));
    assert!(!first.contains("Add it"));
    let second = book.exercise(&["hint", "twice", "2"]).out;
    assert_eq!(second, "Hint 2 of 2\n\nAdd it to itself.\n");
    let third = book.exercise(&["hint", "twice", "3"]);
    assert_eq!(third.err, "error: `twice` has hints 1 to 2\n");
}

#[test]
fn an_unknown_exercise_suggests_the_intended_one() {
    let book = Book::new();
    for command in ["start", "check", "hint", "verify"] {
        let said = book.exercise(&[command, "twise"]);
        let expected = "error: there is no exercise `twise`: did you mean `twice`?\n";
        assert_eq!((said.success, &*said.err), (false, expected), "{command}");
    }
    let said = book.exercise(&["check", "twice"]);
    let expected = "error: there is no my-solutions/examples/twice/lib.rs: `cargo exercise start twice` writes it\n";
    assert_eq!(said.err, expected);
    assert!(!book.path("my-solutions").exists(), "nothing is half-written");
}

#[test]
fn a_mistake_in_an_exercise_has_its_file_and_line() {
    let book = Book::new();
    book.change("exercise.toml", "minutes = 10", "minutes = ten");
    let said = book.exercise(&["list"]);
    let place = "error: exercises/sums/twice/exercise.toml:5: ";
    assert!(!said.success && said.err.starts_with(place), "{said:?}");
}
