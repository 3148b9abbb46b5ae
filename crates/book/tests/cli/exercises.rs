//! Exercises in a chapter, from their folders.

use crate::fixture::Fixture;

const TOML: &str = r#"format_version = 1
title = "Twice the mean"
kind = "code"
difficulty = 2
minutes = 10
objectives = ["means"]
requires = ["sec:weights", "ex:two"]
release = "self-study"

[[hint]]
text = "See [Equation](#eq:mean)."

[[test]]
name = "doubles"
file = "public"
points = 1

[[test]]
name = "doubles_halves"
file = "hidden"
points = 1
on_fail = "Try a half."
"#;

const FOLDER: &str = "exercises/means/twice";

/// Creates the small book with one exercise.
pub(crate) fn book() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("exercises/objectives.toml", "[means]\ntext = \"Take means\"\n");
    for (file, text) in [
        ("exercise.toml", TOML),
        ("prompt.md", "Double the mean of [Equation](#eq:mean) [@watson1964].\n"),
        (
            "solution.md",
            "With $`2m`$:\n\n{{#solution}}\n\n```rust\n# {{#solved}}\nprintln!(\"{}\", twice(1.0));\n```\n```text,output\n2\n```\n",
        ),
        ("notes.md", "## Misconceptions\n\n- Squares.\n"),
        (
            "src/lib.rs",
            "pub fn twice(x: f32) -> f32 {\n    //@ solution\n    x + x\n    //@ stub todo!(\"{x}\")\n    //@ end\n}\n",
        ),
        ("tests/public.rs", "#[test]\nfn doubles() {}\n"),
        ("tests/hidden.rs", "#[test]\nfn doubles_halves() {}\n"),
        ("mutants.toml", "[\"squares\"]\nfails = [\"doubles_halves\"]\ncode = '    x * x'\n"),
    ] {
        fixture.write(&format!("{FOLDER}/{file}"), text);
    }
    fixture.replace(
        "src/means.md",
        "See [@watson1964].",
        "{{#exercise twice}}\n\n{{#solutions}}\n\nSee [@watson1964].",
    );
    fixture
}

#[test]
fn an_exercise_is_numbered_linked_and_typeset_like_the_rest() {
    let fixture = book();
    fixture.replace("src/start.md", "See [Section](#sec:plain).", "[Exercise](#ex:twice)");
    fixture.build();
    let page = fixture.read("target/book/means.html");
    for part in [
        "Exercise 1.2:",
        "Twice the mean",
        "<a href=\"means.html#ex-two\">Exercise\u{a0}1.1</a>",
        "Double the mean of",
        "class=\"katex\"",
        "<summary>Tests</summary>",
        "<summary>Hint</summary>",
        "language-text output",
    ] {
        assert!(page.contains(part), "no {part} in\n{page}");
    }
    for secret in ["doubles_halves", "Squares.", "{{#"] {
        assert!(!page.contains(secret), "{secret}");
    }
    let start = fixture.read("target/book/start.html");
    assert!(start.contains("<a href=\"means.html#ex-twice\">Exercise\u{a0}1.2</a>"));
    assert!(page.contains("<span class=\"section-number\">Solution 1.2:</span>"));
    assert!(page.contains("<a href=\"means.html#solution-twice\">Solution\u{a0}1.2</a>"));
}

#[test]
fn a_solution_before_its_exercise_is_reported() {
    let fixture = book();
    fixture.replace(
        "src/means.md",
        "{{#exercise twice}}\n\n{{#solutions}}",
        "{{#solutions}}\n\n{{#exercise twice}}",
    );
    let error = fixture.build_error();
    let expected = "exercises/means/twice/exercise.toml:2: a solution comes after its";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_solution_of_a_graded_exercise_is_in_no_file_of_the_site() {
    let fixture = book();
    fixture.replace(&format!("{FOLDER}/exercise.toml"), "self-study", "graded");
    fixture.build();
    let folder = fixture.path("target/book");
    let mut pages = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            pages += usize::from(text.contains("Twice the mean"));
            assert!(!text.contains("x + x"), "{}", path.display());
        }
    }
    assert!(pages >= 2, "the page and the search index: {pages}");
}

#[test]
fn a_mistake_in_an_exercise_is_reported_in_its_own_file() {
    for (file, from, to, expected) in [
        ("prompt.md", "#eq:mean", "#eq:none", "prompt.md:1: nothing has the label `eq:none`"),
        ("solution.md", "$`2m`$", "$`2m`", "solution.md:1: the formula `2m` has only one"),
        ("solution.md", "$`2m`$", "$`\\nothing`$", "solution.md:1: KaTeX: "),
        ("solution.md", "# {{#solved}}", "# {{#solvd}}", "solution.md:6: unknown directive"),
        ("exercise.toml", "sec:weights", "sec:none", "exercise.toml:7: nothing has the label"),
        (
            "exercise.toml",
            "#eq:mean",
            "#eq:none",
            "exercise.toml:11: nothing has the label `eq:none`",
        ),
        ("exercise.toml", "difficulty = 2", "difficulty = 9", "exercise.toml:4: the difficulty is"),
    ] {
        let fixture = book();
        fixture.replace(&format!("{FOLDER}/{file}"), from, to);
        let error = fixture.build_error();
        let expected = format!("error: {FOLDER}/{expected}");
        assert!(error.starts_with(&expected), "{to}\n{error}");
    }
}

#[test]
fn an_exercise_that_no_chapter_shows_is_reported() {
    let fixture = book();
    fixture.replace("src/means.md", "{{#exercise twice}}", "");
    let error = fixture.build_error();
    let expected = "exercises/means/twice/prompt.md:1: is in no chapter: a page of src/means needs {{#exercise twice}}\n";
    assert!(error.contains(expected), "{error}");
    let fixture = book();
    fixture.replace("src/means.md", "{{#exercise twice}}", "{{#exercise thrice}}");
    let error = fixture.build_error();
    assert!(error.contains("src/means.md:50: there is no exercise `thrice`"), "{error}");
}
