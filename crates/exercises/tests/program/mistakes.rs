//! Checks that verification finds each kind of mistake.

use std::thread;

use crate::fixture::Book;

fn problems(book: &Book) -> String {
    let said = book.exercise(&["verify", "--seconds", "3"]); // one of the mistakes is a loop
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
    let book = Book::new();
    let helper = "use twice::twice;\n\n#[track_caller]\npub fn check(x: f32, twice_x: f32) {\n    assert_eq!(twice(x), twice_x);\n}\n";
    book.change("tests/public.rs", "use twice::twice;\n", helper);
    book.change("tests/public.rs", "assert_eq!(twice(2.0), 4.0, \"twice 2\"", "check(2.0, 4.0");
    book.change("tests/hidden.rs", "use twice::twice", "use super::public::check");
    book.change("tests/hidden.rs", "assert_eq!(twice(-1.0), -2.0)", "check(-1.0, -2.0)");
    let said = book.exercise(&["verify"]);
    assert!(said.success, "{said:?}");

    book.change("tests/public.rs", "pub fn check", "fn check");
    let expected = "tests/hidden.rs:1: tests/public.rs has no helper `check` that is `pub`";
    let said = problems(&book);
    assert!(said.contains(expected), "{said}");
}

/// All are compiled together, but a mistake in one exercise is not said of another.
#[test]
fn each_mistake_is_found_and_named() {
    let mistakes = [
        (
            "sums",
            "src/lib.rs",
            "    x + x",
            "    x + 2.0",
            "src/lib.rs:1: the solution fails `negative_numbers_stay_negative`: ",
        ),
        (
            "earns",
            "src/lib.rs",
            "todo!(\"twice {x}\")",
            "2.0 * x",
            "src/lib.rs:1: the stub passes `two_becomes_four`, which is worth points",
        ),
        (
            "unused",
            "src/lib.rs",
            "todo!(\"twice {x}\")",
            "todo!()",
            "src/lib.rs, as a stub,:4:14: warning: unused variable: `x`",
        ),
        (
            "returns",
            "src/lib.rs",
            "    x + x",
            "    return x + x;",
            "src/lib.rs, solved,:5:5: warning: unneeded `return` statement",
        ),
        (
            "spaces",
            "src/lib.rs",
            "    x + x",
            "    x+x",
            "src/lib.rs:1: is not formatted as rustfmt does: -    x+x | +    x + x",
        ),
        (
            "types",
            "tests/public.rs",
            "4.0",
            "\"four\"",
            "src/lib.rs:1: the solution with its tests does not compile: error[E0308]",
        ),
        (
            "vacuous",
            "tests/hidden.rs",
            "assert_eq!(twice(-1.0), -2.0)",
            "assert_eq!(twice(2.0), 4.0)",
            "mutants.toml:1: the mutant passes `negative_numbers_stay_negative`",
        ),
        (
            "unknown",
            "mutants.toml",
            "x * x",
            "x * y",
            "mutants.toml:1: the mutant does not compile: error[E0425]",
        ),
        (
            "endless",
            "tests/hidden.rs",
            "    assert_eq!(twice(-1.0), -2.0);\n",
            "    assert_eq!(twice(-1.0), -2.0);\n    loop {}\n",
            "src/lib.rs:1: the solution fails `negative_numbers_stay_negative`: takes longer than 3s",
        ),
    ];
    // Clippy finds nothing else in code that does not compile.
    let (with_types, others): (Vec<_>, Vec<_>) = mistakes.iter().partition(|one| one.0 == "types");
    thread::scope(|scope| {
        for chosen in [with_types, others] {
            scope.spawn(move || {
                let book = Book::new();
                for (id, file, old, new, _) in &chosen {
                    book.add_twice_as(id);
                    book.change_in(id, file, old, new);
                }
                let said = problems(&book);
                for (id, .., expected) in chosen {
                    let start = format!("exercises/sums/{id}/");
                    let mut of_exercise = said.lines().filter_map(|it| it.strip_prefix(&start));
                    let found = of_exercise.any(|line| line.contains(expected));
                    assert!(found, "{id}: expected {expected}\ngot {said}");
                }
                assert!(!said.contains("/twice/"), "{said}");
            });
        }
    });
}

/// The tests must pass for every choice, but here the solution fails with one.
#[test]
fn a_choice_of_a_parameter_that_does_not_work_is_found() {
    let book = Book::new();
    let parameter = "\n[[parameter]]\nname = \"times\"\nchoices = [2, 3]\n";
    let toml = book.read("exercises/sums/twice/exercise.toml");
    book.write("exercises/sums/twice/exercise.toml", &format!("{toml}{parameter}"));
    let old = "    assert_eq!(twice(-1.0), -2.0);";
    let new = "    //@ param times\n    const TIMES: i16 = 2;\n    assert_eq!(twice(-1.0), -f32::from(TIMES));";
    book.change("tests/hidden.rs", old, new);
    let said = problems(&book);
    let expected = "the solution fails `negative_numbers_stay_negative` with times = 3: ";
    assert!(said.contains(expected), "{said}");
}

/// Students and hidden tests have different seeds, so a solution that needs them to be equal fails.
#[test]
fn hidden_tests_have_their_own_seeds() {
    let book = Book::new();
    let toml = book.read("exercises/sums/twice/exercise.toml");
    let parameter = "\n[[parameter]]\nname = \"seed\"\nseed = 22\n";
    book.write("exercises/sums/twice/exercise.toml", &format!("{toml}{parameter}"));
    let constant = "//@ param seed\npub const SEED: u64 = 22;\n\n/// Twice";
    book.change("src/lib.rs", "/// Twice", constant);
    book.change("tests/hidden.rs", "use twice::twice;", "use twice::{SEED, twice};");
    let compared = "    //@ param seed\n    const OWN: u64 = 22;\n    assert_eq!(SEED, OWN);\n    assert_eq!(twice(-1.0), -2.0);";
    book.change("tests/hidden.rs", "    assert_eq!(twice(-1.0), -2.0);", compared);
    let said = problems(&book);
    let expected = "the solution fails `negative_numbers_stay_negative` with seed = ";
    assert!(said.contains(expected) && said.contains("(hidden "), "{said}");
}
