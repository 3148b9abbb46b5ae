//! Secrets in files for students are found, and nothing is written.

use crate::fixture::{Book, LARGEST, SALT, STUDENTS, TOTAL, WHY, bytes};

const COURSE: &str = "hints = true\n[[exercise]]\nid = \"largest\"\nprompt = \"largest.md\"\n\
                      [[exercise]]\nid = \"total\"\n[[exercise]]\nid = \"why\"\n";

/// A part of each secret text of the exercises, with its file.
const SECRETS: [(&str, &str); 8] = [
    ("largest/src/lib.rs", "!number.is_nan()"),
    ("largest/src/lib.rs, for instructors", "Half of the class"),
    ("largest/tests/hidden.rs", "fold(-9.0_f32"),
    ("largest/mutants.toml", "zero_is_small_enough"),
    ("largest/mutants.toml, misconception", "starts the search at zero"),
    ("largest/exercise.toml, rubric", "says where the search starts"),
    ("why/solution.md", "makes the sum larger"),
    ("why/notes.md", "Students forget"),
];

/// Returns a book with a course whose prompt of `largest` ends in this text.
fn book(prompt: &str) -> Book {
    let book = Book::new();
    book.course(&format!("salt = \"salt.txt\"\n{COURSE}"));
    let text = format!("Which of {{{{count}}}} numbers is the largest?\n{prompt}\n");
    book.write("course/largest.md", &text);
    book
}

/// Returns the places where the handout finds secrets.
fn places(book: &Book) -> Vec<String> {
    let said = book.refused();
    let mut lines = said.lines();
    let head = "nothing was written, because the handout would reveal a secret:";
    assert_eq!(lines.next(), Some(head), "{said}");
    lines.map(str::to_owned).collect()
}

fn append(book: &Book, file: &str, text: &str) {
    book.write(file, &format!("{}{text}\n", book.read(file)));
}

/// Students get copies of permitted files alone.
#[test]
fn no_secret_is_in_a_file_of_a_student() {
    let harmless = "Not numbers_below_zero_have_a_largest_one.";
    let book = book(harmless);
    book.course(&format!("{STUDENTS}{COURSE}"));
    book.hand_out().unwrap_or_else(|error| panic!("{error}"));
    let texts = |folder: &str| bytes(&book.path(folder)).into_iter();
    for (place, secret) in SECRETS {
        let holds = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains(secret);
        for (name, bytes) in texts("out/students") {
            assert!(!holds(&bytes), "{place} is in {name}");
        }
        let kept = texts("out/instructor").any(|(_, bytes)| holds(&bytes));
        assert!(kept || place.ends_with("for instructors"), "no {place}");
    }
}

#[test]
fn a_solution_is_found_in_prompts_and_tests() {
    let solution = "    let mut found = f32::NEG_INFINITY;\n    for number in \
        numbers.iter().copied().filter(|number| !number.is_nan()) {\n        found = \
        found.max(number);\n    }\n";
    let reformatted = "> let mut found =\n>     f32::NEG_INFINITY;\n> for number in numbers.iter()\n\
        >   .copied().filter(|number| !number.is_nan()) {\n> found = found.max(number);";
    for text in [&format!("\n```rust\n{solution}```"), reformatted] {
        let found = places(&book(text));
        let line = if text == reformatted { 11 } else { 13 };
        let expected = format!("student/largest/README.md:{line}: this is much of the solution");
        assert_eq!(found, [expected]);
    }
    let book = book("");
    let lines = solution.lines().map(|line| format!("// {line}\n"));
    append(&book, &format!("{LARGEST}tests/public.rs"), &lines.collect::<String>());
    let place = "student/largest/tests/public.rs:22: this is much of the solution";
    assert_eq!(places(&book), [place]);
}

#[test]
fn names_of_hidden_tests_are_found() {
    let name = "numbers_below_zero_have_a_largest";
    let book = book(&format!("As `{name}` asks."));
    append(&book, &format!("{TOTAL}tests/public.rs"), "// all_orders_agree");
    let expected = [
        format!("student/largest/README.md:11: `{name}` is a hidden test"),
        "student/total/tests/public.rs:8: `all_orders_agree` is a hidden test".into(),
    ];
    assert_eq!(places(&book), expected);
}

#[test]
fn the_name_of_the_crate_is_not_a_secret() {
    let book = book("");
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
fn the_salt_is_found_anywhere() {
    let book = book(SALT);
    append(&book, &format!("{WHY}prompt.md"), &format!("\n(It is {SALT}.)"));
    append(&book, &format!("{WHY}notes.md"), SALT);
    book.course(&format!("due = \"{SALT}\"\n{STUDENTS}{COURSE}"));
    let found = places(&book);
    for place in [
        "instructor/course.toml:6",
        "instructor/why/notes.md:6",
        "students/ada/README.md:3",
        "students/ada/largest/README.md:11",
        "students/grace/why/README.md:11",
    ] {
        let expected = format!("{place}: this is the salt of the course");
        assert!(found.contains(&expected), "{expected}\n{found:?}");
    }
}
