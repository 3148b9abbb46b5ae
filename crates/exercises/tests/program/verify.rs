//! Checks that verification finds each kind of mistake.

use crate::fixture::Book;

fn problems(book: &Book) -> String {
    let said = book.exercise(&["verify", "--seconds", "5"]); // one of the mistakes is a loop
    assert!(!said.success, "{said:?}");
    said.err
}

#[test]
fn a_good_exercise_passes() {
    let said = Book::new().exercise(&["verify"]);
    assert!(said.success, "{said:?}");
    assert_eq!(said.out, "2 exercises verified, 0 problems\n");
}

/// A mutant that runs only hidden tests needs the helpers as well.
#[test]
fn hidden_tests_use_a_helper_of_public_tests() {
    let Some(_passing) = passing() else { return };
    let book = Book::new();
    let helper = "use twice::twice;\n\n#[track_caller]\npub fn check(x: f32, twice_x: f32) {\n    assert_eq!(twice(x), twice_x);\n}\n";
    book.change("tests/public.rs", "use twice::twice;\n", helper);
    book.change(
        "tests/public.rs",
        "assert_eq!(twice(2.0), 4.0, \"twice 2\"",
        "check(2.0, 4.0",
    );
    book.change(
        "tests/hidden.rs",
        "use twice::twice",
        "use super::public::check",
    );
    book.change(
        "tests/hidden.rs",
        "assert_eq!(twice(-1.0), -2.0)",
        "check(-1.0, -2.0)",
    );
    let said = book.exercise(&["verify"]);
    assert!(said.success, "{said:?}");

    book.change("tests/public.rs", "pub fn check", "fn check");
    let expected =
        "tests/hidden.rs:1: tests/public.rs has no helper `check` that is `pub`";
    let said = problems(&book);
    assert!(said.contains(expected), "{said}");
}

#[test]
fn each_mistake_is_found_and_named() {
    for (file, old, new, expected) in [
        (
            "src/lib.rs",
            "    x + x",
            "    x + 2.0",
            "twice/src/lib.rs:1: the solution fails `negative_numbers_stay_negative`: ",
        ),
        (
            "src/lib.rs",
            "todo!(\"twice {x}\")",
            "2.0 * x",
            "twice/src/lib.rs:1: the stub passes `two_becomes_four`, which is worth points",
        ),
        (
            "src/lib.rs",
            "todo!(\"twice {x}\")",
            "todo!()",
            "src/lib.rs, as a stub,:4:14: warning: unused variable: `x`",
        ),
        (
            "src/lib.rs",
            "    x + x",
            "    return x + x;",
            "src/lib.rs, solved,:5:5: warning: unneeded `return` statement",
        ),
        (
            "src/lib.rs",
            "    x + x",
            "    x+x",
            "twice/src/lib.rs:1: is not formatted as rustfmt does: -    x+x | +    x + x",
        ),
        (
            "tests/public.rs",
            "4.0",
            "\"four\"",
            "twice/src/lib.rs:1: the solution with its tests does not compile: error[E0308]",
        ),
        (
            "tests/hidden.rs",
            "assert_eq!(twice(-1.0), -2.0)",
            "assert_eq!(twice(2.0), 4.0)",
            "mutants.toml:1: the mutant passes `negative_numbers_stay_negative`",
        ),
        (
            "mutants.toml",
            "x * x",
            "x * y",
            "mutants.toml:1: the mutant does not compile: error[E0425]",
        ),
        (
            "tests/hidden.rs",
            "    assert_eq!(twice(-1.0), -2.0);\n",
            "    assert_eq!(twice(-1.0), -2.0);\n    loop {}\n",
            "twice/src/lib.rs:1: the solution fails `negative_numbers_stay_negative`: takes longer than 5s",
        ),
    ] {
        let book = Book::new();
        book.change(file, old, new);
        let said = problems(&book);
        assert!(
            said.contains(expected),
            "{file}: {new}\nexpected {expected}\ngot {said}"
        );
    }
}

/// All are compiled as one program.
#[test]
fn a_mistake_in_one_exercise_is_not_said_of_another() {
    for (file, old, new, expected) in [
        (
            "src/lib.rs",
            "    x + x",
            "    return x + x;",
            "twice/src/lib.rs:1: src/lib.rs, solved,:5:5: warning: unneeded `return` statement",
        ),
        (
            "tests/public.rs",
            "4.0",
            "\"four\"",
            "twice/src/lib.rs:1: the solution with its tests does not compile: error[E0308]",
        ),
        (
            "src/lib.rs",
            "    x + x",
            "    x + 2.0",
            "twice/src/lib.rs:1: the solution fails `negative_numbers_stay_negative`: ",
        ),
    ] {
        let book = Book::new();
        book.add_twice_as("again");
        book.add_twice_as("zero");
        book.change(file, old, new);
        let said = problems(&book);
        assert!(said.contains(expected), "expected {expected}\ngot {said}");
        assert!(
            !said.contains("again/") && !said.contains("zero/"),
            "{said}"
        );
    }
}

/// The tests must pass for every choice, but here the solution fails with one.
#[test]
fn a_choice_of_a_parameter_that_does_not_work_is_found() {
    let book = Book::new();
    let parameter = "\n[[parameter]]\nname = \"times\"\nchoices = [2, 3]\n";
    let toml = book.read("exercises/sums/twice/exercise.toml");
    book.write(
        "exercises/sums/twice/exercise.toml",
        &format!("{toml}{parameter}"),
    );
    let old = "    assert_eq!(twice(-1.0), -2.0);";
    let new = "    //@ param times\n    const TIMES: i16 = 2;\n    assert_eq!(twice(-1.0), -f32::from(TIMES));";
    book.change("tests/hidden.rs", old, new);
    let said = problems(&book);
    let expected =
        "the solution fails `negative_numbers_stay_negative` with times = 3: ";
    assert!(said.contains(expected), "{said}");
}

/// Students and hidden tests have different seeds, so a solution that needs them to be equal fails.
#[test]
fn hidden_tests_have_seeds_of_their_own() {
    let book = Book::new();
    let toml = book.read("exercises/sums/twice/exercise.toml");
    let parameter = "\n[[parameter]]\nname = \"seed\"\nseed = 22\n";
    book.write(
        "exercises/sums/twice/exercise.toml",
        &format!("{toml}{parameter}"),
    );
    let constant = "//@ param seed\npub const SEED: u64 = 22;\n\n/// Twice";
    book.change("src/lib.rs", "/// Twice", constant);
    book.change(
        "tests/hidden.rs",
        "use twice::twice;",
        "use twice::{SEED, twice};",
    );
    let compared = "    //@ param seed\n    const OWN: u64 = 22;\n    assert_eq!(SEED, OWN);\n    assert_eq!(twice(-1.0), -2.0);";
    book.change(
        "tests/hidden.rs",
        "    assert_eq!(twice(-1.0), -2.0);",
        compared,
    );
    let said = problems(&book);
    let expected = "the solution fails `negative_numbers_stay_negative` with seed = ";
    assert!(
        said.contains(expected) && said.contains("(hidden "),
        "{said}"
    );
}
