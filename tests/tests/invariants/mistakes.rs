//! The tests of the snippets must reject wrong snippets, which are made up here.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use dialect::Source;

use crate::program::{Snippet, linked, program};
use crate::run::passes;

/// Returns a snippet at a line of a chapter.
fn snippet(line: usize, code: &str, output: &str) -> Snippet {
    let above = "\n".repeat(line - 1);
    let output = match output {
        "" => String::new(),
        output => format!("```text,output\n{output}```\n"),
    };
    let source =
        Source { file: "src/a.md".into(), text: format!("{above}```rust\n{code}\n```\n{output}") };
    let expanded = dialect::expand("/".as_ref(), &source).unwrap();
    Snippet { file: source.file, block: dialect::blocks(&expanded).unwrap().remove(0) }
}

#[test]
fn a_wrong_snippet_fails_and_others_in_its_program_pass() {
    let with_main = |body: &str| {
        format!("fn main() -> Result<(), std::num::ParseIntError> {{\n{body}\nOk(())\n}}")
    };
    let ends = "the snippet fails when it runs";
    let differs = "the output differs";
    let softmax = "let _ = attention::array::softmax(&ndarray::array![1.0]);";
    let cases = [
        ("println!(\"{}\", 1 + 1);", "2\n", None),
        (softmax, "", None),
        ("# let hidden = 2;\n#\nprintln!(\"{hidden}\");", "2\n", None),
        ("print!(\"2  \");", "2\n", None), // as blessed
        ("println!(\"{}\", 1 + 1);", "3\n", Some(differs)),
        ("println!(\"{}\", 1 + 1);", "2\n2\n", Some(differs)),
        ("print!(\"2\");", "", Some(differs)),
        ("println!(\"2\"); panic!();", "2\n", Some(ends)),
        ("println!(\"2\"); std::process::exit(3);", "2\n", Some(ends)),
        (&with_main("println!(\"2\");"), "2\n", None),
        (&with_main("println!(\"2\"); \"x\".parse::<u8>()?;"), "2\n", Some(ends)),
        ("pub fn main() { println!(\"3\"); }", "2\n", Some(differs)),
    ];
    let (mut snippets, mut expected) = (Vec::new(), Vec::new());
    for (index, (code, output, failure)) in cases.into_iter().enumerate() {
        let line = 10 * (index + 1);
        snippets.push(snippet(line, code, output));
        expected.extend(failure.map(|failure| format!("src/a.md:{line}: {failure}")));
    }
    let folder = tempfile::tempdir().unwrap();
    let program = program(folder.path(), &snippets, |snippets| {
        format!(
            "let failures = match book_tests::check(&{snippets}) {{\n\
             Ok(failures) => failures,\n\
             Err(code) => return code,\n\
             }};\n\
             let expected: &[&str] = &{expected:?};\n\
             assert_eq!(failures.len(), expected.len(), \"{{failures:#?}}\");\n\
             for (failure, expected) in failures.iter().zip(expected) {{\n\
             assert!(failure.starts_with(expected), \"{{failure}}, not {{expected}}\");\n\
             }}\n\
             std::process::ExitCode::SUCCESS"
        )
    });
    assert!(passes(&program.unwrap()).unwrap());
}

#[test]
fn a_snippet_that_does_not_compile_fails_even_if_it_is_not_run() {
    let mut wrong = snippet(3, "let x: u8 = \"no number\";", "");
    wrong.block.no_run = true;
    let folder = tempfile::tempdir().unwrap();
    let program =
        program(folder.path(), &[wrong], |snippets| format!("book_tests::run(&{snippets})"));
    assert!(!passes(&program.unwrap()).unwrap());
}

#[test]
fn the_key_of_a_snippet_holds_everything_that_affects_its_result() {
    let run = snippet(3, "let x = 2;", "");
    let mut not_run = run.clone();
    not_run.block.no_run = true;
    let two = snippet(3, "println!(\"2\");", "2\n");
    let keys = [
        two.key("linked"),
        two.key("linked again"),
        snippet(3, "println!(\"2\") ;", "2\n").key("linked"),
        snippet(3, "println!(\"2\");", "3\n").key("linked"),
        snippet(3, "println!(\"2\");", "").key("linked"),
        run.key("linked"),
        not_run.key("linked"),
    ];
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key), "number {index}");
    }
    let moved = snippet(7, "println!(\"2\");", "2\n");
    assert_eq!(moved.key("linked"), keys[0]);
}

#[test]
fn a_program_that_is_linked_again_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let programs = ["one", "other"].map(|name| folder.path().join(name));
    let time = SystemTime::now();
    let write = |path: &Path, text: &str, time: SystemTime| {
        fs::write(path, text).unwrap();
        let file = File::options().write(true).open(path).unwrap();
        file.set_modified(time).unwrap();
        linked(path).unwrap()
    };
    let first = write(&programs[0], "text", time);
    assert_eq!(write(&programs[0], "text", time), first);
    assert_ne!(write(&programs[0], "longer", time), first);
    let later = time + Duration::from_nanos(1);
    assert_ne!(write(&programs[0], "text", later), first);
    assert_ne!(write(&programs[1], "text", time), first);
}
