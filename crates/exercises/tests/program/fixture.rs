//! A book with two exercises, in its own folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

pub(crate) const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const TWICE: [(&str, &str); 8] = [
    (
        "exercise.toml",
        r#"format_version = 1
title = "Twice"
kind = "code"
difficulty = 2
minutes = 10
objectives = ["sums"]
requires = []
release = "self-study"

[[hint]]
text = "Which sum is twice a number?"

[[hint]]
text = "Add it to itself."

[[test]]
name = "two_becomes_four"
file = "public"
points = 1

[[test]]
name = "negative_numbers_stay_negative"
file = "hidden"
points = 2
on_fail = "Try a number below 0."

[[rubric]]
name = "says why"
points = 1
"#,
    ),
    ("prompt.md", "Write `twice`.\n"),
    ("solution.md", "A sum:\n\n{{#solution}}\n"),
    ("notes.md", "## Misconceptions\n\n- Squares.\n"),
    (
        "src/lib.rs",
        "//! Doubling.\n\n/// Twice the number.\npub fn twice(x: f32) -> f32 {\n    //@ solution\n    x + x\n    //@ stub todo!(\"twice {x}\")\n    //@ end\n}\n",
    ),
    (
        "tests/public.rs",
        "use twice::twice;\n\n#[test]\nfn two_becomes_four() {\n    assert_eq!(twice(2.0), 4.0, \"twice 2\");\n}\n",
    ),
    (
        "tests/hidden.rs",
        "use twice::twice;\n\n#[test]\nfn negative_numbers_stay_negative() {\n    assert_eq!(twice(-1.0), -2.0);\n}\n",
    ),
    (
        "mutants.toml",
        "[\"takes the square\"]\nfails = [\"negative_numbers_stay_negative\"]\ncode = '    x * x'\n",
    ),
];

const WHY: [(&str, &str); 4] = [
    (
        "exercise.toml",
        r#"format_version = 1
title = "Why twice"
kind = "proof"
difficulty = 1
minutes = 5
objectives = ["reasons"]
requires = []
release = "self-study"

[[rubric]]
name = "a reason"
points = 2
"#,
    ),
    ("prompt.md", "Why?\n"),
    ("solution.md", "Because.\n"),
    ("notes.md", "## Misconceptions\n\n- None.\n"),
];

pub(crate) struct Book(TempDir);

impl Book {
    pub(crate) fn new() -> Self {
        let book = Self(tempfile::tempdir().unwrap());
        for file in ["book.toml", "src/SUMMARY.md", "src/references.bib"] {
            book.write(file, "");
        }
        for file in ["Cargo.toml", "Cargo.lock"] {
            let text = fs::read_to_string(Path::new(WORKSPACE).join(file)).unwrap();
            book.write(file, &text);
        }
        let objectives = "[sums]\ntext = \"Add\"\n\n[reasons]\ntext = \"Say why\"\n";
        book.write("exercises/objectives.toml", objectives);
        for (file, text) in TWICE {
            book.write(&format!("exercises/sums/twice/{file}"), text);
        }
        for (file, text) in WHY {
            book.write(&format!("exercises/reasons/why-twice/{file}"), text);
        }
        book
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Adds a copy of the exercise `twice` under another name.
    pub(crate) fn add_twice_as(&self, id: &str) {
        for (file, text) in TWICE {
            let text = text.replace("twice::", &format!("{id}::"));
            self.write(&format!("exercises/sums/{id}/{file}"), &text);
        }
    }

    /// Adds a copy of the exercise `why-twice` under another name.
    pub(crate) fn add_why_as(&self, id: &str) {
        for (file, text) in WHY {
            self.write(&format!("exercises/reasons/{id}/{file}"), text);
        }
    }

    /// Changes a file of the exercise `twice`, which must contain `old`.
    pub(crate) fn change(&self, file: &str, old: &str, new: &str) {
        self.change_in("twice", file, old, new);
    }

    pub(crate) fn change_in(&self, id: &str, file: &str, old: &str, new: &str) {
        let file = format!("exercises/sums/{id}/{file}");
        let text = self.read(&file);
        assert!(text.contains(old), "{file} has no {old:?}");
        self.write(&file, &text.replace(old, new));
    }

    /// Changes the reader's solution, which must contain `old`.
    pub(crate) fn change_solution(&self, old: &str, new: &str) {
        let file = "my-solutions/examples/twice/lib.rs";
        let text = self.read(file);
        assert!(text.contains(old), "{text}");
        self.write(file, &text.replace(old, new));
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Runs the program in a subfolder, so that it must find the book.
    pub(crate) fn exercise(&self, arguments: &[&str]) -> Said {
        self.answer(arguments, "")
    }

    /// Runs the program with an answer to its question.
    pub(crate) fn answer(&self, arguments: &[&str], answer: &str) -> Said {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut running = command.stderr(Stdio::piped()).spawn().unwrap();
        // The program may end without a question.
        let _ = running.stdin.take().unwrap().write_all(answer.as_bytes());
        Said::new(&running.wait_with_output().unwrap())
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_exercise"));
        command.args(arguments).current_dir(self.path("exercises"));
        #[cfg(unix)]
        command.env("CARGO", cargo());
        command
    }
}

/// Returns a program that repeats what cargo says about the libraries of the exercises, because to
/// ask it takes longer than to compile an exercise.
#[cfg(unix)]
fn cargo() -> &'static Path {
    use std::os::unix::fs::PermissionsExt;
    static REPEATS: LazyLock<PathBuf> = LazyLock::new(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "exercises", "--lib"]);
        cargo.arg("--message-format=json-render-diagnostics").current_dir(WORKSPACE);
        let said = cargo.stderr(Stdio::inherit()).output().unwrap();
        assert!(said.status.success());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (messages, program) = (folder.join("cargo.json"), folder.join("cargo"));
        fs::write(&messages, said.stdout).unwrap();
        fs::write(&program, format!("#!/bin/sh\nexec cat '{}'\n", messages.display())).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        program
    });
    &REPEATS
}

/// The output of the program.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) success: bool,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    fn new(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Self {
            success: output.status.success(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }
}

/// Sends a signal to a process and returns whether it exists.
pub(crate) fn kill(signal: &str, process: &str) -> bool {
    let mut kill = Command::new("kill");
    kill.args([&format!("-{signal}"), process]).stderr(Stdio::null());
    kill.status().unwrap().success()
}
