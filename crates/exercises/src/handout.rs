//! `cargo exercise handout`: the files that a course gives to its students and instructors.
//!
//! A course file selects exercises and may change their points, minutes, parameters, and prompts,
//! as the page "Teaching with this book" explains. Students' folders are built in a temporary
//! folder, from lists of permitted files, and searched for solutions, names of hidden tests, and
//! the salt. A handout that reveals one of them is not written.

mod companion;
mod course;
mod homework;
mod instructor;
mod secrets;
mod student;
mod table;
mod task;
mod workspace;

use std::path::Path;

use dialect::{Problem, Problems, SOURCE_FOLDERS, View, counted};

use crate::harness::{Trial, Trials};
use crate::tree::{self, Staging};
use crate::verify::judged;
use crate::{Error, LIMIT, Toolchain};
use homework::Homework;
use instructor::instructor_files;
use secrets::{salt_in, secrets_in};
use student::{File, student_files};
use task::different;

/// The maximum number of variants of an exercise to try.
const MAX_VARIANTS: usize = 20;

/// Writes the handout of a course into the new folder `out`: `student` (or `students/<id>`), to be
/// given away, and `instructor`, to be kept. Returns a summary.
///
/// # Errors
///
/// [`Error::Exists`] if `out` is a file or not empty, [`Error::Leak`] if students would see a
/// secret, and others for mistakes and failures. After an error, nothing has been written.
pub fn write(
    root: &Path,
    course_file: &Path,
    out: &Path,
    toolchain: &Toolchain,
) -> Result<String, Error> {
    let homework = Homework::read(root, course_file)?;
    let own = homework.course.exercises_from.iter().cloned();
    for folder in SOURCE_FOLDERS.map(|folder| root.join(folder)).into_iter().chain(own) {
        tree::refuse_inside(out, &folder)?;
    }
    let staging = Staging::new(out)?;
    write_all(&homework, &staging.product(), &staging.path("common"))?;
    verify_own(&homework, toolchain)?;
    try_variants(&homework, toolchain)?;
    staging.publish()?;
    let students = match homework.course.students.len() {
        0 => "all students".to_owned(),
        count => counted(count, "student"),
    };
    let exercises = counted(homework.tasks.len(), "exercise");
    let (out, effort) = (out.display(), homework.effort());
    Ok(format!("{out}: {exercises} for {students}: {effort}"))
}

/// Returns the files of all students and the instructor, in which no secret was found.
fn safe_files(homework: &Homework) -> Result<(Vec<Vec<File>>, Vec<File>), Error> {
    let of_copy = |copy| student_files(homework, copy);
    let students: Vec<_> = homework.copies.iter().map(of_copy).collect::<Result<_, _>>()?;
    let instructor = instructor_files(homework)?;
    let salt = homework.course.salt.as_deref();
    let mut found = salt_in(salt, "instructor", &instructor);
    for (copy, files) in homework.copies.iter().zip(&students) {
        found.extend(salt_in(salt, &copy.folder(), files));
        for task in &homework.tasks {
            let inside = format!("{}/", task.exercise.id);
            let mut files = files.clone();
            files.retain(|(name, _)| name.starts_with(&inside));
            found.extend(secrets_in(task, &copy.folder(), &files));
        }
    }
    let safe = Problems(found).or((students, instructor));
    safe.map_err(Error::Leak)
}

fn write_all(homework: &Homework, product: &Path, common: &Path) -> Result<(), Error> {
    let (students, instructor) = safe_files(homework)?;
    for (name, text) in &instructor {
        tree::write(product, &format!("instructor/{name}"), text)?;
    }
    if homework.has_code() {
        let vendor = homework.course.settings.vendor.unwrap_or(true);
        workspace::write(&homework.root, &homework.tasks, vendor, common)?;
    }
    for (copy, files) in homework.copies.iter().zip(students) {
        let folder = product.join(copy.folder());
        if homework.has_code() {
            workspace::copy(common, &folder)?;
        }
        for (name, text) in files {
            tree::write(&folder, &name, &text)?;
        }
    }
    Ok(())
}

/// Verifies exercises from outside the book by the rules of the book.
fn verify_own(homework: &Homework, toolchain: &Toolchain) -> Result<(), Error> {
    let mut own: Vec<_> = homework.tasks.iter().map(|task| &task.exercise).collect();
    own.retain(|one| !one.prompt.file.starts_with("exercises/"));
    let problems = crate::verify_all(toolchain, &own, LIMIT)?;
    Ok(Problems(problems).or(())?)
}

/// Runs all tests on the solution and stub of each exercise, with each set of values.
fn try_variants(homework: &Homework, toolchain: &Toolchain) -> Result<(), Error> {
    let (mut tasks, mut all) = (Vec::new(), Vec::new());
    for (index, task) in homework.tasks.iter().enumerate() {
        let exercise = &task.exercise;
        let Some(code) = &exercise.code else {
            continue;
        };
        let mut trials = Vec::new();
        for values in different(&homework.copies, index, MAX_VARIANTS) {
            let trial = |view| Trial::new(view, values.clone());
            trials.extend([View::Solved, View::Stub].map(trial));
        }
        tasks.push(task);
        all.push(Trials { exercise, code, trials });
    }
    let mut problems = Vec::new();
    for (task, found) in tasks.iter().zip(judged(toolchain, &all, LIMIT)?) {
        problems.extend(found.into_iter().map(|Problem { message, .. }| {
            let message = format!("`{}`: {message}", task.exercise.id);
            Problem::new(&homework.course.source.file, task.line, message)
        }));
    }
    Ok(Problems(problems).or(())?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use dialect::Library;

    use super::*;

    /// A change to a chapter can change only the texts of a handout.
    #[test]
    fn no_exercise_of_the_book_tells_students_a_secret() -> Result<(), Error> {
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
            safe_files(&Homework::read(root, &course)?)?;
        }
        Ok(())
    }
}
