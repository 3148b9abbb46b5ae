use std::fs;
use std::path::PathBuf;

use super::*;
use crate::{Expanded, expand, with_exercises};

const TOML: &str = r#"format_version = 1
title = "Twice"
kind = "code"
difficulty = 2
minutes = 10
objectives = ["sums"]
requires = ["sec:sums"]
release = "self-study"

[[hint]]
text = "Add it to itself, {{width}} times."

[[test]]
name = "two_is_four"
file = "public"
points = 1

[[test]]
name = "three_is_six"
file = "hidden"
points = 2
on_fail = "Try 3."

[[rubric]]
name = "says why"
points = 1

[[parameter]]
name = "width"
choices = [5, 7]
"#;

const FILES: [(&str, &str); 7] = [
    ("exercise.toml", TOML),
    ("prompt.md", "Double {{width}} numbers.\n"),
    ("solution.md", "Like this:\n\n{{#solution}}\n\nDone.\n"),
    ("notes.md", "## Misconceptions\n\n- Squares.\n"),
    (
        "src/lib.rs",
        "pub fn twice(x: f32) -> f32 {\n    //@ solution\n    2.0 * x\n    //@ stub todo!(\"{x}\")\n    //@ end\n}\n",
    ),
    ("tests/public.rs", "//@ param width\nconst WIDTH: usize = 5;\n#[test]\nfn two_is_four() {}\n"),
    ("tests/hidden.rs", "#[test]\nfn three_is_six() {}\n"),
];

const MUTANT: &str = "[\"squares\"]\nfails = [\"three_is_six\"]\nchange.'x' = 'x * x'\n";

/// A book with one exercise, `sums/twice`.
struct Book(tempfile::TempDir);

impl Book {
    fn new() -> Self {
        let book = Self(tempfile::tempdir().unwrap());
        book.write("exercises/objectives.toml", "[sums]\ntext = \"Add\"\n");
        for (file, text) in FILES {
            book.file(file, text);
        }
        book.file("mutants.toml", MUTANT);
        book
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a file of the exercise.
    fn file(&self, file: &str, text: &str) {
        self.write(&format!("exercises/sums/twice/{file}"), text);
    }

    /// Changes a file of the exercise, which must contain `old`.
    fn change(&self, file: &str, old: &str, new: &str) {
        let path = self.path(&format!("exercises/sums/twice/{file}"));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file} has no {old:?}");
        fs::write(path, text.replace(old, new)).unwrap();
    }

    fn load(&self) -> Result<Library, Problems> {
        Library::load(self.0.path())
    }

    /// Returns all problems, without the folder of the exercise.
    fn problems(&self) -> Vec<String> {
        let problems = self.load().unwrap_err();
        let shown = problems.iter().map(ToString::to_string);
        shown.map(|problem| problem.replace("exercises/sums/twice/", "")).collect()
    }
}

#[test]
fn an_exercise_is_read_with_all_its_parts() {
    let library = Book::new().load().unwrap();
    let exercise = library.get("twice").unwrap();
    assert_eq!((&*exercise.chapter, exercise.metadata.points()), ("sums", 4));
    let code = exercise.code.as_ref().unwrap();
    assert_eq!(code.mutants[0].expect_fail, ["three_is_six"]);
    assert_eq!(code.mutants[0].text, "    2.0 * x * x\n");
    assert_eq!(library.objectives[0].text, "Add");
}

#[test]
fn a_book_without_the_folder_has_no_exercises() {
    let library = Library::load("/nowhere".as_ref()).unwrap();
    assert!(library.exercises.is_empty());
}

#[test]
fn one_exercise_is_read_while_another_is_being_written() {
    let book = Book::new();
    book.write("exercises/sums/thrice/exercise.toml", "title = ");
    let load = |ids: &[String]| Library::load_only(book.0.path(), ids);
    assert!(load(&[]).is_err());
    let library = load(&["twice".to_owned()]).unwrap();
    assert_eq!(library.exercises[0].crate_name(), "twice");
}

/// Each change violates one rule, and the message names the file, the line, and the rule.
#[test]
fn every_mistake_has_its_file_and_line() {
    for (file, mistakes) in [
        (
            "exercise.toml",
            &[
                ("minutes = 10", "minuets = 10", "5: unknown field `minuets`"),
                ("minutes = 10", "minutes = ", "5: "),
                ("minutes = 10", "minutes = 0", "5: an exercise takes 1 to 10000"),
                ("format_version = 1", "format_version = 2", "1: this program reads"),
                ("\"Twice\"", "\" \"", "2: the title is empty"),
                ("\"code\"", "\"quiz\"", "3: unknown variant `quiz`"),
                ("difficulty = 2", "difficulty = 5", "4: the difficulty is 1, 2, 3, or 4"),
                ("[\"sums\"]", "[\"sum\"]", "6: exercises/objectives.toml has no `sum`"),
                ("[\"sums\"]", "[]", "6: an exercise has one to three objectives"),
                ("sec:sums", "sums", "7: `sums` is neither a section"),
                ("Add it to itself, {{width}} times.", " ", "10: a hint is empty"),
                ("on_fail = \"Try 3.\"\n", "", "19: the hidden test `three_is_six` needs on_fail"),
                ("points = 2", "points = 0", "3: no hidden test is worth a point"),
                ("points = 2", "points = -2", "21: "),
                ("two_is_four", "two_is_five", "14: tests/public.rs has no test `two_is_five`"),
                ("[5, 7]", "[5]", "11: `width` has either"),
                ("[5, 7]", "[5, \"x\"]", "11: the choices of `width` are of two types"),
                (
                    "[5, 7]",
                    "[7, 5]",
                    "tests/public.rs:2: the constant is 5, and exercise.toml says 7",
                ),
                ("\"width\"", "\"Width\"", "29: `Width`: a parameter is named"),
                ("release = \"self-study\"", "", "1: missing field `release`"),
                ("{{width}}", "{{widht}}", "11: exercise.toml declares no parameter `widht`"),
                ("points = 2", "points = 4000000000", "21: nothing is worth more than 1000 points"),
            ][..],
        ),
        (
            "prompt.md",
            &[
                ("{{width}}", "{{size}}", "1: exercise.toml declares no parameter `size`"),
                ("Double {{width}} numbers.", " ", "1: is empty"),
                ("Double", "# Double", "1: a heading would end the exercise"),
                ("{{width}}", "{{ width }}", "1: exercise.toml declares no parameter ` width `"),
                ("Double", "```text\n# x\n```\n# Double", "4: a heading would end the exercise"),
            ][..],
        ),
        (
            "solution.md",
            &[
                ("{{#solution}}", "code", "1: needs {{#solution}} once"),
                ("Done.", "{{#solution}}", "1: needs {{#solution}} once"),
                ("{{#solution}}", "> {{#solution}}", "3: {{#solution}} is alone"),
            ][..],
        ),
        ("notes.md", &[("## Misconceptions", "## Errors", "1: instructors need a section")][..]),
        (
            "src/lib.rs",
            &[
                ("//@ end", "//@ edn", "5: unknown directive"),
                ("    //@ solution\n", "", "3: `//@ stub` is outside any region"),
                ("2.0 * x", "crate::double(x)", "1: `crate::` does not work in an exercise"),
            ][..],
        ),
        (
            "tests/public.rs",
            &[
                (
                    "#[test]",
                    "#[test]\nfn two_is_four() {}\n#[test]",
                    "1: two tests are called `two_is_four`",
                ),
                (
                    "#[test]",
                    "pub fn double() {\n    double();\n}\n#[test]",
                    "3: tests/hidden.rs does not import the helper `double`",
                ),
                (
                    "#[test]",
                    "pub fn double() {}\n#[test]",
                    "3: only tests/hidden.rs uses the helper `double`",
                ),
                (
                    "#[test]",
                    "// On and on and on and on and on and on and on and on and on and on and on and on and on.\n#[test]",
                    "1: a comment is longer than 88 characters: // On and on",
                ),
                ("#[test]", "", "exercise.toml:14: tests/public.rs has no test `two_is_four`"),
                ("//@ param width\n", "", "exercise.toml:11: no `//@ param width` uses it"),
                ("param width", "param size", "2: exercise.toml declares no parameter `size`"),
            ][..],
        ),
        (
            "tests/hidden.rs",
            &[
                (
                    "#[test]",
                    "use super::public::{\n    double,\n};\n#[test]",
                    "2: tests/public.rs has no helper `double` that is `pub`",
                ),
                (
                    "#[test]",
                    "use super::library;\n#[test]",
                    "1: only `use super::public::...` may name another module",
                ),
                (
                    "fn three_is_six() {}",
                    "fn three_is_six() {}\n#[test]\nfn more() {}",
                    "1: the test `more` is not in exercise.toml",
                ),
                (
                    "#[test]",
                    "//@ solution\na\n//@ stub\n//@ end\n#[test]",
                    "1: a test file has no solution",
                ),
            ][..],
        ),
        (
            "mutants.toml",
            &[
                ("fails", "fails = []\nfails", "3: duplicate key"),
                ("change", "regions = 2\nchange", "3: unknown field `regions`"),
                (
                    "'x * x'",
                    "'todo!(\"{x}\")'",
                    "1: a mutant is a wrong solution, not a missing one",
                ),
                ("three_is_six", "four_is_eight", "1: there is no test `four_is_eight`"),
                (
                    "three_is_six",
                    "two_is_four",
                    "tests/hidden.rs:1: no mutant names the hidden test `three_is_six`",
                ),
                ("\"three_is_six\"", "", "1: a mutant names in `fails` the tests"),
                ("'x' =", "'y' =", "1: the solution does not contain `y` exactly once"),
                ("'x * x'", "'x'", "1: the mutant is the solution"),
                ("change", "region = 2\nchange", "1: there is no region 2 in src/lib.rs"),
                ("change", "code = 'x'\nchange", "1: a mutant has either `change` or `code`"),
                ("change.'x' = 'x * x'", "code = ''", "1: the mutant has no code"),
                ("'x * x'", "'x //@ end'", "1: a mutant has no directives"),
            ][..],
        ),
    ] {
        for (old, new, expected) in mistakes {
            let book = Book::new();
            book.change(file, old, new);
            let problems = book.problems();
            // A mistake can show in another file.
            let here = expected.starts_with(|c: char| c.is_ascii_digit());
            let expected = if here { format!("{file}:{expected}") } else { (*expected).into() };
            assert!(
                problems.iter().any(|problem| problem.starts_with(&expected)),
                "{file}: {old:?} -> {new:?}\nexpected {expected}\ngot {problems:#?}"
            );
        }
    }
}

#[test]
fn a_missing_file_is_named() {
    for (file, _) in FILES {
        let book = Book::new();
        fs::remove_file(book.path(&format!("exercises/sums/twice/{file}"))).unwrap();
        let expected = format!("{file}:1: cannot be read");
        assert!(book.problems()[0].starts_with(&expected), "{file}");
    }
}

#[test]
fn without_a_mutant_hidden_tests_are_decoration() {
    let book = Book::new();
    fs::remove_file(book.path("exercises/sums/twice/mutants.toml")).unwrap();
    assert!(book.problems()[0].contains("no mutant names the hidden test"));
}

#[test]
fn an_exercise_without_code_needs_a_rubric_and_has_no_tests() {
    let book = Book::new();
    book.change("exercise.toml", "\"code\"", "\"proof\"");
    assert!(book.problems()[0].starts_with("exercise.toml:13: a proof has no tests"));
    let toml = TOML.split("[[test]]").next().unwrap().replace("\"code\"", "\"proof\"");
    book.file("exercise.toml", &toml.replace(", {{width}} times", ""));
    let expected = "exercise.toml:3: a proof needs a [[rubric]]";
    assert!(book.problems().iter().any(|said| said.starts_with(expected)));
}

#[test]
fn two_exercises_of_one_name_are_refused() {
    let book = Book::new();
    for (file, text) in FILES {
        book.write(&format!("exercises/products/twice/{file}"), text);
    }
    book.write("exercises/products/twice/mutants.toml", MUTANT);
    let problems = book.load().unwrap_err();
    assert!(problems[0].to_string().contains("is an exercise of the same name"));
}

#[test]
fn an_id_is_a_name_for_a_crate() {
    let book = Book::new();
    let exercises = book.path("exercises/sums");
    fs::rename(exercises.join("twice"), exercises.join("Two times")).unwrap();
    let problems = book.load().unwrap_err();
    assert!(problems[0].message.starts_with("`Two times`: an exercise is named with"));
}

fn page(book: &Book, text: &str) -> Result<Expanded, Problems> {
    let source = Source { file: "src/sums.md".into(), text: text.into() };
    let page = expand(book.0.path(), &source)?;
    with_exercises(book.0.path(), page, &book.load()?)
}

#[test]
fn a_page_shows_prompt_stub_tests_hints_and_solution_in_this_order() {
    let text = "# Sums\n\n{{#exercise twice}}\n\n# Solved\n\n{{#solutions}}\n\nend\n";
    let page = page(&Book::new(), text).unwrap();
    let mut rest = page.text.as_str();
    for part in [
        "## Twice {#ex:twice}",
        "*Code* · core · 10 minutes · after [Section](#sec:sums)",
        "Double 5 numbers.",
        "<summary>Starter code</summary>",
        "cargo exercise start twice",
        "todo!(\"{x}\")",
        "<summary>Tests</summary>",
        "fn two_is_four()",
        "runs 1 more test.",
        "<summary>Hint</summary>",
        "Add it to itself, 5 times.",
        "[Solution](#solution:twice)",
        "# Solved",
        "## Twice {#solution:twice}",
        "Like this:",
        "2.0 * x",
        "Done.",
        "- says why (1 point)",
        "end",
    ] {
        let at = rest.find(part).unwrap_or_else(|| panic!("no {part:?} in\n{rest}"));
        rest = &rest[at + part.len()..];
    }
    for secret in ["three_is_six", "Squares.", "//@", "x * x"] {
        assert!(!page.text.contains(secret), "{secret}");
    }
}

#[test]
fn a_line_of_a_page_knows_its_file() {
    let text = "# Sums\n\n{{#exercise twice}}\n\n{{#solutions}}\nend\n";
    let page = page(&Book::new(), text).unwrap();
    let origin = |text: &str| page.origin(page.text.find(text).unwrap());
    assert_eq!(origin("Double"), ("exercises/sums/twice/prompt.md", 1));
    assert_eq!(origin("Done."), ("exercises/sums/twice/solution.md", 5));
    assert_eq!(origin("end\n"), ("src/sums.md", 6));
}

#[test]
fn the_solution_of_a_graded_exercise_is_not_in_the_book() {
    let book = Book::new();
    book.change("exercise.toml", "self-study", "graded");
    let page = page(&book, "{{#exercise twice}}\n{{#solutions}}\n").unwrap();
    for secret in ["2.0 * x", "Like this", "says why", "Solution"] {
        assert!(!page.text.contains(secret), "{secret}");
    }
    assert!(page.text.contains("todo!"));
}

#[test]
fn a_page_may_have_some_of_the_solutions() {
    let book = Book::new();
    let shown = |directive| page(&book, directive).unwrap().text.contains("Like this");
    assert!(shown("{{#solutions 1 to 1}}\n"));
    assert!(!shown("{{#solutions 2 to 9}}\n"));
    for wrong in ["{{#solutions 0 to 1}}\n", "{{#solutions 1-2}}\n"] {
        let error = page(&book, wrong).unwrap_err()[0].to_string();
        assert!(error.contains("unknown directive"), "{error}");
    }
}

#[test]
fn solutions_of_a_folder_have_their_own_page() {
    let (book, text) = (Book::new(), "{{#exercise twice}}\n".to_owned());
    let file = "src/sums/exercises.md".into();
    let page = expand(book.0.path(), &Source { file, text }).unwrap();
    let page = with_exercises(book.0.path(), page, &book.load().unwrap()).unwrap();
    assert!(page.text.contains("[Solution](#solution:twice)"));
    assert!(!page.text.contains("2.0 * x"));
}

#[test]
fn a_solution_is_what_differs_with_the_head_of_its_function() {
    let lines: String = (0..6).map(|line| format!("// {line}\n")).collect();
    let region = "    //@ solution\n    2.0\n    //@ stub 3.0\n    //@ end\n";
    let text = format!("{lines}fn two(\n) -> f32 {{\n{lines}{region}}}\n{lines}fn other() {{}}\n");
    let file = "a.rs".to_owned();
    let code = Annotated::parse(&Source { file, text }).unwrap();
    let shown = "fn two(\n) -> f32 {\n// ...\n// 4\n// 5\n    2.0\n}\n";
    assert_eq!(code.changes(false), shown);
    let diff = "  fn two(\n  ) -> f32 {\n// ...\n  // 4\n  // 5\n-     3.0\n+     2.0\n  }\n";
    assert_eq!(code.changes(true), diff);
}

#[test]
fn a_snippet_runs_the_code_of_the_exercise() {
    let book = Book::new();
    let text = "```rust\n# {{#solved}}\nassert_eq!(twice(1.0), 2.0);\n```\n";
    let expanded = |file: &str, text: &str| {
        let file = format!("exercises/sums/twice/{file}");
        let text = text.to_owned();
        expand(book.0.path(), &Source { file, text })
    };
    let solved = expanded("solution.md", text).unwrap();
    assert!(solved.text.contains("# pub fn twice(x: f32) -> f32 {\n#     2.0 * x\n# }\n"));
    assert_eq!(solved.line(solved.text.find("assert_eq").unwrap()), 3);
    let stub = expanded("prompt.md", &text.replace("solved", "stub")).unwrap();
    assert!(stub.text.contains("#     todo!(\"{x}\")\n"));
    let problems = expanded("prompt.md", text).unwrap_err();
    assert_eq!(problems[0].message, "only solution.md shows solved code");
}

#[test]
fn no_page_includes_files_of_an_exercise() {
    let book = Book::new();
    for file in ["src/sums.md", "exercises/sums/twice/prompt.md"] {
        let up = if file.starts_with("src") { "../exercises/sums/twice/" } else { "" };
        let text = format!("{{{{#include {up}src/lib.rs}}}}\n");
        let source = Source { file: file.into(), text };
        let problems = expand(book.0.path(), &source).unwrap_err();
        let expected = "exercises/sums/twice/src/lib.rs belongs to an exercise";
        assert!(problems[0].message.starts_with(expected), "{problems:?}");
    }
}

#[test]
fn a_bug_is_shown_openly() {
    let book = Book::new();
    book.change("exercise.toml", "\"code\"", "\"bug\"");
    let page = page(&book, "{{#exercise twice}}\n").unwrap();
    let stub = page.text.find("todo!").unwrap();
    assert!(stub < page.text.find("<details>").unwrap(), "{}", page.text);
}

#[test]
fn a_page_includes_exercises_of_its_own_chapter() {
    let book = Book::new();
    let problem = |text: &str| page(&book, text).unwrap_err()[0].to_string();
    assert_eq!(
        problem("x\n{{#exercise thrice}}\n"),
        "src/sums.md:2: there is no exercise `thrice`"
    );
    let source = Source { file: "src/products.md".into(), text: "{{#exercise twice}}\n".into() };
    let page = expand(book.0.path(), &source).unwrap();
    let problems = with_exercises(book.0.path(), page, &book.load().unwrap());
    let expected = "src/products.md:1: `twice` belongs to the chapter sums";
    assert_eq!(problems.unwrap_err()[0].to_string(), expected);
    assert!(problem("{{#exercise twice}\n").contains("unknown directive"));
}

#[test]
fn the_table_lists_every_exercise_under_its_objective() {
    let page = page(&Book::new(), "{{#exercises}}\n").unwrap();
    assert!(page.text.contains("| [Chapter](#ch:sums) | 1 | 1 | 0 | 0 | 0 | 0 | 10 |"));
    let row = "### Add {#objective-sums}\n\n`--objective sums`\n\n\
               | Exercise | Kind | Variants | Difficulty | Minutes |\n|---|---|---|---:|---:|\n\
               | [Exercise](#ex:twice) Twice | Code | yes | 2 | 10 |\n";
    assert!(page.text.contains(row), "{}", page.text);
}
