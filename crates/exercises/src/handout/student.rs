//! What a student gets.

use std::fmt::Write;

use dialect::{Problem, Source, TestFile, Values, View};

use super::Handout;
use super::markdown::Page;
use super::task::{Copy, Task};
use crate::manifest;
use crate::variant::Drawn;

/// Texts of the README that are the same in all handouts.
const RUN: &str = "You need Rust 1.88 or newer: <https://www.rust-lang.org/tools/install>. Each \
exercise with code is a package. Write your code in `src/lib.rs` of its folder, and test it with\n\n";

const TESTED: &str = "The tests that you have are in `tests/public.rs`, and \
`tests/complete.rs` fails if one of them does not come to its end. Your code is also tested with \
tests that are not in this folder: with other data, other shapes, and the edge cases that the task \
names. Keep the names and the types of all functions, because these tests call them. Your code is \
tested with the files that you were given: hand in `src/lib.rs`, and `answer.md` if there is one. Other \
files count only if the task asks for them, such as tests of your own in a new file of `tests`, or a \
program in a new file `src/main.rs` (the `main.rs` of the tasks), which `cargo run -p` runs. `cargo test -p ... -- --nocapture` also \
shows what tests print. The first run compiles all libraries and takes about a minute.";

const HINTS: &str = "If you are stuck, open `hints.md` in the folder of the exercise, one hint at a time.";

const ANSWER: &str = "Write your answer to an exercise, or to the questions in it, into `answer.md` of \
its folder. A formula is written `` $`x_i`$ `` in a line, and fenced as `math` on lines of its own.";

const OFFLINE: &str = "The folder `vendor` holds all crates that the exercises use, so nothing is \
downloaded.";

const LICENSES: &str = "The exercises are from the book \"Attention in Rust\". Their texts are under the \
license CC BY 4.0 (<https://creativecommons.org/licenses/by/4.0/>), and some may have been changed for \
this course.";

const LICENSES_CODE: &str = " Their code and the crate `attention` are under MIT or Apache-2.0, at your \
choice, see `attention/LICENSE-MIT` and `attention/LICENSE-APACHE`.";

const LICENSES_VENDOR: &str =
    " The crates in `vendor` have their licenses in their folders.";

/// All of these texts, in which no exercise has a part.
pub(super) const BOILERPLATE: [&str; 7] = [
    RUN,
    TESTED,
    ANSWER,
    OFFLINE,
    LICENSES,
    LICENSES_CODE,
    LICENSES_VENDOR,
];

/// A test that fails if another does not come to its end.
pub(super) const COMPLETE: &str = include_str!("complete.rs");

/// A file: its path in the folder of the student, and its text.
pub(super) type File = (String, String);

impl Handout<'_> {
    /// The files at the top of a workspace, but for those that cargo needs.
    fn top(&self, student: Option<&str>) -> Vec<File> {
        let course = &self.course;
        let mut text =
            format!("# {}\n\n{}, {}", course.title, course.name, course.term);
        if let Some(student) = student {
            let _ = write!(text, ", for {student}");
        }
        if let Some(due) = &course.due {
            let _ = write!(text, ". Due: {due}");
        }
        text.push_str(
            "\n\n| Exercise | Folder | Points | Minutes |\n|---|---|---:|---:|\n",
        );
        for task in &self.tasks {
            let metadata = &task.exercise.metadata;
            let _ = writeln!(
                text,
                "| {} | [`{id}`]({id}/README.md) | {} | {} |",
                in_table(&metadata.title),
                metadata.points(),
                metadata.minutes,
                id = task.exercise.id,
            );
        }
        let summary = self.totals();
        let _ = writeln!(text, "| **Total** | | {} | {} |", summary.0, summary.1);
        self.instructions(&mut text);
        let mut files = vec![("README.md".to_owned(), text)];
        if self.has_code() {
            files.push((".gitignore".into(), "/target\n".into()));
        }
        files
    }

    fn instructions(&self, text: &mut String) {
        let code = self.tasks.iter().find(|task| task.exercise.code.is_some());
        if let Some(task) = code {
            let command =
                format!("```console\n$ cargo test -p {}\n```\n", task.exercise.id);
            let _ = write!(
                text,
                "\n## How to run the tests\n\n{RUN}{command}\n{TESTED}\n"
            );
            if self.course.vendor {
                let _ = write!(text, "\n{OFFLINE}\n");
            }
            if self.course.hints {
                let _ = write!(text, "\n{HINTS}\n");
            }
        }
        if self.tasks.iter().any(has_answer) {
            let _ = write!(text, "\n## Answers in words\n\n{ANSWER}\n");
        }
        let _ = write!(text, "\n## Licenses\n\n{LICENSES}");
        if code.is_some() {
            text.push_str(LICENSES_CODE);
            if self.course.vendor {
                text.push_str(LICENSES_VENDOR);
            }
        }
        text.push('\n');
    }

    /// The files of an exercise, in the folder of this name.
    fn exercise(
        &self,
        task: &Task,
        variant: &Drawn,
    ) -> Result<Vec<File>, Vec<Problem>> {
        let exercise = &task.exercise;
        let values = &variant.public;
        let readme = self.readme(task, values)?;
        let mut files = vec![("README.md".to_owned(), readme)];
        if self.course.hints && !exercise.metadata.hints.is_empty() {
            files.push(("hints.md".into(), self.hints(task, values)?));
        }
        if has_answer(task) {
            let text = format!("# {}: answer\n\n", exercise.metadata.title);
            files.push(("answer.md".into(), text));
        }
        if let Some(code) = &exercise.code {
            let library = code.library.render(View::Stub, values);
            let public = code.public.render(View::Solved, values);
            files.extend([
                ("Cargo.toml".into(), manifest::package(exercise)),
                ("src/lib.rs".into(), library),
                ("tests/public.rs".into(), public),
                ("tests/complete.rs".into(), COMPLETE.into()),
            ]);
        }
        for (name, _) in &mut files {
            *name = format!("{}/{name}", exercise.id);
        }
        Ok(files)
    }

    fn readme(&self, task: &Task, values: &Values) -> Result<String, Vec<Problem>> {
        let mut page = Page::new(self.root, &self.book);
        let metadata = &task.exercise.metadata;
        let facts = self.facts(task, &mut page)?;
        let prompt = task.overlay.as_ref().unwrap_or(&task.exercise.prompt);
        let prompt = page.text(&Source {
            file: prompt.file.clone(),
            text: task.exercise.fill(&prompt.text, values),
        })?;
        Ok(format!(
            "# {}\n\n{facts}\n\n{prompt}\n{}\n## Points\n\n{}",
            metadata.title,
            page.appendix(),
            points(task),
        ))
    }

    /// Kind, difficulty, time, and what to have read before.
    fn facts(&self, task: &Task, page: &mut Page<'_>) -> Result<String, Vec<Problem>> {
        let metadata = &task.exercise.metadata;
        let minutes = match metadata.minutes {
            1 => "1 minute".to_owned(),
            minutes => format!("{minutes} minutes"),
        };
        let mut facts = format!(
            "*{}*, {}, {minutes}",
            metadata.kind,
            metadata.difficulty_word()
        );
        let mut after = Vec::new();
        for label in &metadata.requires {
            let word = match label.starts_with("ex:") {
                true => "Exercise",
                false => "Section",
            };
            let shown = page.reference(word, label).map_err(|message| {
                let toml = &task.exercise.toml;
                vec![Problem::new(&toml.file, toml.line_of(label), message)]
            })?;
            after.push(format!("- {shown}"));
        }
        if !after.is_empty() {
            let _ = write!(facts, "\n\nRead or do before:\n\n{}", after.join("\n"));
        }
        Ok(facts)
    }

    fn hints(&self, task: &Task, values: &Values) -> Result<String, Vec<Problem>> {
        let mut page = Page::new(self.root, &self.book);
        page.refers_to(&task.exercise.prompt, "the task")?;
        let metadata = &task.exercise.metadata;
        let mut text = format!("# {}: hints\n", metadata.title);
        let count = metadata.hints.len();
        for (index, hint) in metadata.hints.iter().enumerate() {
            let shown = page.text(&Source {
                file: task.exercise.toml.file.clone(),
                text: task.exercise.fill(hint.text.trim(), values),
            });
            let shown = shown.map_err(|mut problems| {
                for problem in &mut problems {
                    problem.line += task.exercise.hint_line(index);
                }
                problems
            })?;
            let _ = write!(
                text,
                "\n<details>\n<summary>Hint {} of {count}</summary>\n\n{shown}\n\n</details>\n",
                index + 1
            );
        }
        text.push_str(&page.appendix());
        Ok(text)
    }

    /// All that one student gets.
    pub(super) fn files(&self, copy: &Copy) -> Result<Vec<File>, Vec<Problem>> {
        let mut files = self.top(copy.student.as_deref());
        for (task, variant) in self.tasks.iter().zip(&copy.variants) {
            files.extend(self.exercise(task, variant)?);
        }
        Ok(files)
    }
}

/// Whether somebody reads an answer in words.
fn has_answer(task: &Task) -> bool {
    !task.exercise.metadata.rubric.is_empty()
}

/// The points of an exercise as students may know them.
fn points(task: &Task) -> String {
    let metadata = &task.exercise.metadata;
    let mut text = String::from("| For | Points |\n|---|---:|\n");
    let mut row = |name: &str, points: u32| {
        let _ = writeln!(text, "| {name} | {points} |");
    };
    // The name of a test may say what is to be found out.
    for (file, name) in [
        (TestFile::Public, "the tests in `tests/public.rs`"),
        (TestFile::Hidden, "tests that are not in this folder"),
    ] {
        let points: u32 = metadata.tests_in(file).map(|test| test.points).sum();
        if points > 0 {
            row(name, points);
        }
    }
    // The criteria of a rubric say what a good answer contains.
    let by_hand: u32 = metadata.rubric.iter().map(|one| one.points).sum();
    if by_hand > 0 {
        row("your answer in words", by_hand);
    }
    row("**Total**", metadata.points());
    text
}

/// A text in a cell of a table.
pub(super) fn in_table(text: &str) -> String {
    text.replace('|', "\\|")
}
