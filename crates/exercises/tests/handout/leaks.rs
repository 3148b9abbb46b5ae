//! Secrets in files for students are found, and nothing is written.

use crate::fixture::{Book, LARGEST, SALT, STUDENTS, TOTAL, WHY};

const COURSE: &str = "[[exercise]]\nid = \"largest\"\nprompt = \"largest.md\"\n\
                      [[exercise]]\nid = \"total\"\n[[exercise]]\nid = \"why\"\n";

const LINE: &str =
    "for number in numbers.iter().copied().filter(|number| !number.is_nan()) {";

fn book() -> Book {
    let book = Book::new();
    book.course(&format!("salt = \"salt.txt\"\n{COURSE}"));
    book.write(
        "course/largest.md",
        "Which of {{count}} numbers is the largest?\n",
    );
    book
}

/// Adds `text` to the end of a file and returns the positions where the handout finds it.
fn found(file: &str, text: &str) -> Vec<String> {
    let book = book();
    book.write(file, &format!("{}{text}\n", book.read(file)));
    places(&book)
}

fn places(book: &Book) -> Vec<String> {
    let said = book.refused();
    let mut lines = said.lines();
    let head = "nothing was written, because the handout would reveal a secret:";
    assert_eq!(lines.next(), Some(head), "{said}");
    lines.map(str::to_owned).collect()
}

#[test]
fn without_a_leak_it_is_written() {
    let book = book();
    let harmless =
        "For {{count}} numbers, use a loop, and start with the first of them.\n";
    book.write("course/largest.md", harmless);
    book.hand_out().unwrap();
}

#[test]
fn a_line_of_a_solution_is_found_in_a_comment_of_a_test() {
    let file = format!("{LARGEST}tests/public.rs");
    for text in [
        format!("// {LINE}"),
        "/* for number in\n * numbers.iter().copied()\n   .filter( | number | ! number . is_nan() ) */".into(),
        "// for number in numbers\n//     .iter()\n//     .copied()\n//     .filter(\n//         |number| !number.is_nan(),\n//     )".into(),
    ] {
        let found = found(&file, &text);
        let place = "student/largest/tests/public.rs:22: ";
        assert!(found[0].starts_with(place), "{found:?}");
        let of = "this is in exercises/sums/largest/src/lib.rs, which no student sees: for number in numbers . iter";
        assert!(found[0].contains(of), "{found:?}");
    }
}

#[test]
fn secrets_of_all_kinds_are_found_in_the_prompt_of_an_instructor() {
    let hidden =
        "let expected = numbers.iter().fold(-9.0_f32, |top, next| top.max(*next));";
    let mutant = "let zero_is_small_enough = 0.0; numbers.iter().fold(zero_is_small_enough, f32::max)";
    for (text, file) in [
        (LINE, "exercises/sums/largest/src/lib.rs"),
        (
            "> for number in numbers.iter().copied()\n> .filter(|number|\n> !number.is_nan()) {",
            "exercises/sums/largest/src/lib.rs",
        ),
        (
            "Half of the class\nwrites a loop here, and the other half",
            "exercises/sums/largest/src/lib.rs",
        ),
        (hidden, "exercises/sums/largest/tests/hidden.rs"),
        (mutant, "exercises/sums/largest/mutants.toml"),
        (
            "Do what nobody should: start the search at zero because a sum starts there as well.",
            "exercises/sums/largest/mutants.toml",
        ),
        (
            "The search starts at zero, which is wrong for **numbers** that are all negative.",
            "exercises/sums/largest/notes.md",
        ),
        (
            "Write a fold that starts below every number, as asked.",
            "exercises/sums/largest/solution.md",
        ),
        (
            "A good answer says where the search starts | and why it does.",
            "exercises/sums/largest/exercise.toml",
        ),
        // From another exercise of the course.
        (
            "Every number that is not negative makes the sum larger.",
            "exercises/sums/why/solution.md",
        ),
    ] {
        let found = found("course/largest.md", text);
        let place = "student/largest/README.md:";
        let of = format!("this is in {file}, which");
        assert!(
            found[0].starts_with(place) && found[0].contains(&of),
            "{found:?}"
        );
    }
}

#[test]
fn the_line_of_the_product_is_named() {
    let found = found("course/largest.md", &format!("\nA\n\n{LINE}"));
    let place = "student/largest/README.md:14: ";
    assert!(found[0].starts_with(place), "{found:?}");
    assert_eq!(found.len(), 1, "one message a line: {found:?}");
}

#[test]
fn names_of_hidden_tests_are_found() {
    let public = format!("{LARGEST}tests/public.rs");
    let said = "`numbers_below_zero_have_a_largest` is a hidden test of `largest`";
    let name = "numbers_below_zero_have_a_largest";
    assert_eq!(
        found(&public, &format!("// like {name}")),
        [format!("student/largest/tests/public.rs:22: {said}")]
    );
    assert_eq!(
        found("course/largest.md", name),
        [format!("student/largest/README.md:11: {said}")]
    );
    let of_other = found(&format!("{TOTAL}tests/public.rs"), "// all_orders_agree");
    let said = "`all_orders_agree` is a hidden test of `total`";
    assert_eq!(
        of_other,
        [format!("student/total/tests/public.rs:8: {said}")]
    );
    let in_why = found(&format!("{WHY}prompt.md"), &format!("Also `{name}`."));
    let said = "`numbers_below_zero_have_a_largest` is a hidden test of `largest`";
    assert_eq!(in_why, [format!("student/why/README.md:10: {said}")]);
}

#[test]
fn an_own_function_with_the_name_of_a_hidden_test_is_found() {
    let public = format!("{TOTAL}tests/public.rs");
    let found = found(&public, "\nfn all_orders_agree() {}");
    let said = "`all_orders_agree` is a hidden test of `total`";
    assert_eq!(found, [format!("student/total/tests/public.rs:9: {said}")]);
}

#[test]
fn the_name_of_the_crate_is_no_secret() {
    let book = book();
    for file in ["tests/hidden.rs", "exercise.toml", "mutants.toml"] {
        book.change(&format!("{TOTAL}{file}"), "all_orders_agree", "total");
    }
    let hidden = format!("{TOTAL}tests/hidden.rs");
    book.change(&hidden, "use total::total;", "use total::total as add;");
    book.change(&hidden, "(total(&", "(add(&");
    book.change(&hidden, ", total(&", ", add(&");
    book.hand_out().unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn what_a_prompt_quotes_from_the_book_may_stand_in_a_solution() {
    let book = book();
    let file = format!("{LARGEST}solution.md");
    let equation = "```math\nm = \\frac{1}{n} \\sum_{j=1}^{n} x_j\n```\n";
    book.write(&file, &format!("{}\n{equation}", book.read(&file)));
    book.write("course/largest.md", "Not [Equation](#eq:mean)?\n");
    book.hand_out().unwrap();
    assert!(
        book.read("out/student/largest/README.md")
            .contains(equation)
    );
}

#[test]
fn a_longer_word_is_another_word() {
    let book = book();
    let file = "course/largest.md";
    book.write(file, "Not numbers_below_zero_have_a_largest_one.\n");
    book.hand_out().unwrap();
}

#[test]
fn a_whole_solution_is_found_even_in_a_public_source() {
    let body = "    let mut found = f32::NEG_INFINITY;\n    for number in \
                numbers.iter().copied().filter(|number| !number.is_nan()) {\n        found = \
                found.max(number);\n    }\n    found\n";
    let code = format!(
        "\nfn expected(numbers: &[f32]) -> f32 {{\n{body}}}\n\n#[test]\nfn used() {{ let _ = expected; }}"
    );
    let test = "\n[[test]]\nname = \"used\"\nfile = \"public\"\npoints = 0";
    let book = book();
    for (file, text) in [("tests/public.rs", &*code), ("exercise.toml", test)] {
        let file = format!("{LARGEST}{file}");
        book.write(&file, &format!("{}{text}\n", book.read(&file)));
    }
    let found = places(&book);
    let expected = "student/largest/tests/public.rs:24: this is much of the solution in \
                    exercises/sums/largest/src/lib.rs: let mut found";
    assert!(found[0].starts_with(expected), "{found:?}");

    let prompt = format!("```rust\n{body}```");
    let found = self::found("course/largest.md", &prompt);
    assert!(
        found[0].starts_with("student/largest/README.md:12: this is "),
        "{found:?}"
    );
    let book = self::book();
    book.change(
        &format!("{LARGEST}solution.md"),
        "[Equation](#eq:task)",
        "it",
    );
    book.course("[[exercise]]\nid = \"largest\"\n");
    book.write(&format!("{LARGEST}prompt.md"), &prompt);
    let expected = "student/largest/README.md:11: this is much of the solution in ";
    assert!(places(&book)[0].starts_with(expected));
}

#[test]
fn the_salt_is_found_anywhere() {
    let said = "this is the salt of the course";
    assert_eq!(
        found("course/largest.md", SALT),
        [format!("student/largest/README.md:11: {said}")]
    );
    let in_prompt = found(
        &format!("{WHY}prompt.md"),
        &format!("\n(The salt is {SALT}.)"),
    );
    assert_eq!(in_prompt, [format!("student/why/README.md:11: {said}")]);
    let in_notes = found(&format!("{WHY}notes.md"), SALT);
    assert_eq!(in_notes, [format!("instructor/why/notes.md:6: {said}")]);
    let book = book();
    book.course(&format!("due = \"{SALT}\"\n{STUDENTS}{COURSE}"));
    assert_eq!(places(&book), [format!("instructor/course.toml:6: {said}")]);
}

#[test]
fn the_head_of_the_course_is_searched() {
    let book = book();
    book.course(&format!("due = \"{LINE}\"\n{STUDENTS}{COURSE}"));
    let found = places(&book);
    assert!(
        found[0].starts_with("students/ada/README.md:3: this is in "),
        "{found:?}"
    );
}

#[test]
fn a_public_function_may_be_called_like_a_hidden_test_of_another_exercise() {
    let book = book();
    let old = "the_first_number_counts";
    for file in ["tests/public.rs", "exercise.toml"] {
        book.change(
            &format!("{TOTAL}{file}"),
            old,
            "numbers_below_zero_have_a_largest",
        );
    }
    book.hand_out().unwrap();
}
