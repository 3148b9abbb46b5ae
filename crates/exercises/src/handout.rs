//! `cargo exercise handout`: the files that a course gives to its students and instructors.
//!
//! A course file selects exercises and may change their points, minutes, parameters, and prompts, as the
//! page "Teaching with this book" explains. Students' folders are built in a temporary folder, from lists of
//! permitted files. Then every file is searched for solutions, hidden tests, mutants, notes, and the salt.
//! A handout that reveals one of them is not written.

mod course;
mod instructor;
mod secrets;
mod student;
mod table;
mod task;
mod tokens;
mod workspace;

use std::path::Path;

use dialect::{Library, Objective, Problem, View, counted};

use crate::harness::{Trial, Trials};
use crate::plain::Book;
use crate::tree::{self, Staging};
use crate::verify::judged;
use crate::{Error, LIMIT, Toolchain};
use course::Course;
use secrets::Secrets;
use task::{Copy, Task, different};

/// The most variants of an exercise to try.
const MOST: usize = 20;

/// Folders of the book in which no handout is written.
const SOURCES: [&str; 4] = ["crates", "exercises", "src", "tests"];

struct Handout<'a> {
    root: &'a Path,
    course: Course,
    book: Book,
    objectives: Vec<Objective>,
    tasks: Vec<Task>,
    copies: Vec<Copy>,
}

/// Writes the handout of a course into the new folder `out`: `student` (or `students/<id>`), to be given
/// away, and `instructor`, to be kept. Returns a summary.
///
/// # Errors
///
/// [`Error::Exists`] if `out` is a file or not empty, [`Error::Leak`] if students would see a secret, and
/// others for mistakes and failures. After an error, nothing has been written.
pub fn write(
    root: &Path,
    course_file: &Path,
    out: &Path,
    toolchain: &Toolchain,
) -> Result<String, Error> {
    let handout = Handout::read(root, course_file)?;
    let sources = SOURCES.map(|folder| root.join(folder));
    for folder in sources.iter().chain(&handout.course.exercises_from) {
        tree::refuse_inside(out, folder)?;
    }
    let staging = Staging::new(out)?;
    handout.write(&staging.product(), &staging.path("common"), toolchain)?;
    staging.publish()?;
    let exercises = handout.tasks.len();
    let students = match handout.course.students.len() {
        0 => "all students".to_owned(),
        count => counted(count, "student"),
    };
    let (exercises, effort) = (counted(exercises, "exercise"), handout.effort());
    let out = out.display();
    Ok(format!("{out}: {exercises} for {students}: {effort}"))
}

impl<'a> Handout<'a> {
    fn read(root: &'a Path, course_file: &Path) -> Result<Self, Error> {
        let course = Course::read(course_file)?;
        let mut library = Library::load(root)?;
        for folder in &course.exercises_from {
            library.add(root, &folder.to_string_lossy(), &[])?;
        }
        let tasks = task::tasks(&course, &library)?;
        Ok(Self {
            root,
            book: Book::read(root, &library)?,
            copies: task::copies(&course, &tasks),
            objectives: library.objectives,
            course,
            tasks,
        })
    }

    fn write(
        &self,
        product: &Path,
        common: &Path,
        toolchain: &Toolchain,
    ) -> Result<(), Error> {
        let of_copy = |copy| self.student_files(copy);
        let for_students = self.copies.iter().map(of_copy);
        let for_students = for_students.collect::<Result<Vec<_>, _>>()?;
        let for_instructor = self.instructor_files()?;
        self.tells_salt(&for_instructor)?;
        for (name, text) in &for_instructor {
            tree::write(product, &format!("instructor/{name}"), text)?;
        }
        if self.has_code() {
            let vendor = self.course.settings.vendor.unwrap_or(true);
            workspace::write(self.root, &self.tasks, vendor, common)?;
        }
        for (copy, files) in self.copies.iter().zip(for_students) {
            let folder = product.join(copy.folder());
            if self.has_code() {
                workspace::copy(common, &folder)?;
            }
            for (name, text) in files {
                tree::write(&folder, &name, &text)?;
            }
        }
        self.verify_own(toolchain)?;
        let secrets = Secrets::of(self);
        for copy in &self.copies {
            self.attack(&secrets, copy, product)?;
        }
        self.try_stubs(toolchain)
    }

    /// Verifies exercises from outside the book by the rules of the book.
    fn verify_own(&self, toolchain: &Toolchain) -> Result<(), Error> {
        let mut own: Vec<_> = self.tasks.iter().map(|task| &task.exercise).collect();
        own.retain(|one| !one.prompt.file.starts_with("exercises/"));
        let problems = crate::verify_all(toolchain, &own, LIMIT)?;
        Ok(dialect::unless(problems, ())?)
    }

    fn has_code(&self) -> bool {
        self.tasks.iter().any(|task| task.exercise.code.is_some())
    }

    fn totals(&self) -> (u64, u64) {
        let metadata = self.tasks.iter().map(|task| &task.exercise.metadata);
        let points = metadata.clone().map(|one| u64::from(one.points())).sum();
        (points, metadata.map(|one| u64::from(one.minutes)).sum())
    }

    /// Formats `12 points, 85 minutes, 5 below the target of 90`.
    fn effort(&self) -> String {
        let (points, minutes) = self.totals();
        let total = format!("{points} points, {minutes} minutes");
        let Some(target) = self.course.settings.target_minutes.map(u64::from) else {
            return total;
        };
        match minutes.abs_diff(target) {
            0 => format!("{total}, on target"),
            off if minutes > target => {
                format!("{total}, {off} over the target of {target}")
            }
            off => format!("{total}, {off} below the target of {target}"),
        }
    }

    /// Runs all tests on the solution and stub of each exercise, with each set of values.
    fn try_stubs(&self, toolchain: &Toolchain) -> Result<(), Error> {
        let (mut tasks, mut all) = (Vec::new(), Vec::new());
        for (index, task) in self.tasks.iter().enumerate() {
            let exercise = &task.exercise;
            let Some(code) = &exercise.code else {
                continue;
            };
            let mut trials = Vec::new();
            for values in different(&self.copies, index, MOST) {
                let trial = |view| Trial::new(view, values.clone());
                trials.extend([View::Solved, View::Stub].map(trial));
            }
            tasks.push(task);
            all.push(Trials {
                exercise,
                code,
                trials,
            });
        }
        let mut problems = Vec::new();
        for (task, found) in tasks.iter().zip(judged(toolchain, &all, LIMIT)?) {
            problems.extend(found.into_iter().map(|Problem { message, .. }| {
                let message = format!("`{}`: {message}", task.exercise.id);
                Problem::new(&self.course.source.file, task.line, message)
            }));
        }
        Ok(dialect::unless(problems, ())?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A change to a chapter can change only the texts of a handout.
    #[test]
    fn what_students_read_of_each_exercise_tells_no_secret() -> Result<(), Error> {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let mut text = String::from(
            "format_version = 1\ntitle = \"All\"\ncourse = \"Attention\"\nterm = \"2027\"\n",
        );
        for exercise in &Library::load(root)?.exercises {
            text += &format!("[[exercise]]\nid = \"{}\"\n", exercise.id);
        }
        let folder = tempfile::tempdir().unwrap();
        let all = folder.path().join("course.toml");
        fs::write(&all, text).unwrap();
        for course in [all, root.join("crates/exercises/example/course.toml")] {
            let handout = Handout::read(root, &course)?;
            handout.instructor_files()?;
            let secrets = Secrets::of(&handout);
            for copy in &handout.copies {
                for (name, text) in handout.student_files(copy)? {
                    let told = secrets.in_text(&text);
                    assert!(told.is_empty(), "{name}: {told:?}");
                }
            }
        }
        Ok(())
    }
}
