//! What a student gets.

use dialect::{Problem, Source, TestFile, Values, View, counted};

use super::Handout;
use super::markdown::Page;
use super::table::markdown_row;
use super::task::{Copy, Task};
use crate::manifest;
use crate::variant::Drawn;

/// Texts of the README that are the same in all handouts.
const RUN: &str = "You need Rust 1.88 or newer: <https://www.rust-lang.org/tools/install>. Each \
exercise with code is a package. Write your code in `src/lib.rs` of its folder, and test it with";

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
pub(super) const BOILERPLATE: [&str; 8] = [
    RUN,
    TESTED,
    HINTS,
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
    /// All that one student gets, but for what cargo needs.
    pub(super) fn student_files(&self, copy: &Copy) -> Result<Vec<File>, Vec<Problem>> {
        let mut files = vec![("README.md".to_owned(), self.overview(copy))];
        if self.has_code() {
            files.push((".gitignore".into(), "/target\n".into()));
        }
        for (task, variant) in self.tasks.iter().zip(&copy.variants) {
            let id = &task.exercise.id;
            let of_task = self.student_exercise(task, variant)?.into_iter();
            files.extend(of_task.map(|(name, text)| (format!("{id}/{name}"), text)));
        }
        Ok(files)
    }

    fn overview(&self, copy: &Copy) -> String {
        let settings = &self.course.settings;
        let for_student = match &copy.student {
            Some(student) => format!(", for {student}"),
            None => String::new(),
        };
        let due = match &settings.due {
            Some(due) => format!(". Due: {due}"),
            None => String::new(),
        };
        let mut text = format!(
            "# {}\n\n{}, {}{for_student}{due}\n\n\
             | Exercise | Folder | Points | Minutes |\n|---|---|---:|---:|\n",
            settings.title, settings.course, settings.term
        );
        for task in &self.tasks {
            let (id, metadata) = (&task.exercise.id, &task.exercise.metadata);
            text += &markdown_row(&[
                &metadata.title,
                &format!("[`{id}`]({id}/README.md)"),
                &metadata.points().to_string(),
                &metadata.minutes.to_string(),
            ]);
        }
        let (points, minutes) = self.totals();
        text += &format!("| **Total** | | {points} | {minutes} |\n");
        text += &self.instructions();
        text
    }

    fn instructions(&self) -> String {
        let settings = &self.course.settings;
        let code = self.tasks.iter().find(|task| task.exercise.code.is_some());
        let mut text = String::new();
        if let Some(task) = code {
            let id = &task.exercise.id;
            text += &format!(
                "\n## How to run the tests\n\n{RUN}\n\n\
                 ```console\n$ cargo test -p {id}\n```\n\n{TESTED}\n"
            );
            if settings.vendor {
                text += &format!("\n{OFFLINE}\n");
            }
            if settings.hints {
                text += &format!("\n{HINTS}\n");
            }
        }
        if self.tasks.iter().any(has_answer) {
            text += &format!("\n## Answers in words\n\n{ANSWER}\n");
        }
        text += &format!("\n## Licenses\n\n{LICENSES}");
        if code.is_some() {
            text += LICENSES_CODE;
            if settings.vendor {
                text += LICENSES_VENDOR;
            }
        }
        text + "\n"
    }

    /// The files of an exercise.
    fn student_exercise(
        &self,
        task: &Task,
        variant: &Drawn,
    ) -> Result<Vec<File>, Vec<Problem>> {
        let (exercise, values) = (&task.exercise, &variant.public);
        let title = &exercise.metadata.title;
        let mut files = vec![("README.md".to_owned(), self.readme(task, values)?)];
        if self.course.settings.hints && !exercise.metadata.hints.is_empty() {
            files.push(("hints.md".into(), self.hints(task, values)?));
        }
        if has_answer(task) {
            files.push(("answer.md".into(), format!("# {title}: answer\n\n")));
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
        Ok(files)
    }

    fn readme(&self, task: &Task, values: &Values) -> Result<String, Vec<Problem>> {
        let mut page = Page::new(&self.book);
        let facts = facts(task, &mut page)?;
        let prompt = task.overlay.as_ref().unwrap_or(&task.exercise.prompt);
        let prompt = page.text(&task.exercise.filled(prompt, values))?;
        Ok(format!(
            "# {}\n\n{facts}\n\n{prompt}\n{}\n## Points\n\n{}",
            task.exercise.metadata.title,
            page.appendix(),
            points(task),
        ))
    }

    fn hints(&self, task: &Task, values: &Values) -> Result<String, Vec<Problem>> {
        let exercise = &task.exercise;
        let mut page = Page::new(&self.book);
        page.refers_to(&exercise.prompt, "the task")?;
        let mut text = format!("# {}: hints\n", exercise.metadata.title);
        let count = exercise.metadata.hints.len();
        for index in 0..count {
            let shown = page.text(&exercise.hint(index, values));
            let shown = shown.map_err(|mut problems| {
                for problem in &mut problems {
                    problem.line += exercise.hint_line(index);
                }
                problems
            })?;
            let number = index + 1;
            text += &format!(
                "\n<details>\n<summary>Hint {number} of {count}</summary>\n\n{shown}\n\n</details>\n"
            );
        }
        Ok(text + &page.appendix())
    }
}

/// Whether somebody reads an answer in words.
fn has_answer(task: &Task) -> bool {
    !task.exercise.metadata.rubric.is_empty()
}

/// Kind, difficulty, time, and what to have read before.
fn facts(task: &Task, page: &mut Page<'_>) -> Result<String, Vec<Problem>> {
    let metadata = &task.exercise.metadata;
    let (difficulty, minutes) = (
        metadata.difficulty_word(),
        counted(metadata.minutes, "minute"),
    );
    let mut facts = format!("*{}*, {difficulty}, {minutes}", metadata.kind);
    for (index, label) in metadata.requires.iter().enumerate() {
        let word = match label.starts_with("ex:") {
            true => "Exercise",
            false => "Section",
        };
        let shown = page.reference(word, label).map_err(|message| {
            let toml: &Source = &task.exercise.toml;
            vec![Problem::new(&toml.file, toml.line_of(label), message)]
        })?;
        if index == 0 {
            facts += "\n\nRead or do before:\n";
        }
        facts += &format!("\n- {shown}");
    }
    Ok(facts)
}

/// The points of an exercise as students may know them.
fn points(task: &Task) -> String {
    let metadata = &task.exercise.metadata;
    let of = |file| metadata.tests_in(file).map(|test| test.points).sum();
    // The name of a test may say what is to be found out, and a criterion what a good answer contains.
    let rows: [(&str, u32); 4] = [
        ("the tests in `tests/public.rs`", of(TestFile::Public)),
        ("tests that are not in this folder", of(TestFile::Hidden)),
        (
            "your answer in words",
            metadata.rubric.iter().map(|one| one.points).sum(),
        ),
        ("**Total**", metadata.points()),
    ];
    let mut text = String::from("| For | Points |\n|---|---:|\n");
    for (name, points) in rows.iter().filter(|(_, points)| *points > 0) {
        text += &markdown_row(&[name, &points.to_string()]);
    }
    text
}
