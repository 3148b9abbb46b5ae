//! The exercises of a course, for each student.

use std::path::{Path, PathBuf};

use dialect::{Library, Objective};

use super::course::Course;
use super::task::{Copy, Task, copies, tasks};
use crate::Error;
use crate::plain::Book;

/// Everything from which the files of a handout are made.
pub(super) struct Homework {
    /// The folder of the book.
    pub(super) root: PathBuf,
    pub(super) book: Book,
    pub(super) course: Course,
    pub(super) objectives: Vec<Objective>,
    pub(super) tasks: Vec<Task>,
    pub(super) copies: Vec<Copy>,
}

impl Homework {
    pub(super) fn read(root: &Path, course_file: &Path) -> Result<Self, Error> {
        let course = Course::read(course_file)?;
        let mut library = Library::load(root)?;
        for folder in &course.exercises_from {
            library.add(root, &folder.to_string_lossy(), &[])?;
        }
        let tasks = tasks(&course, &library)?;
        Ok(Self {
            root: root.to_owned(),
            book: Book::read(root, &library)?,
            copies: copies(&course, &tasks),
            objectives: library.objectives,
            course,
            tasks,
        })
    }

    pub(super) fn has_code(&self) -> bool {
        self.tasks.iter().any(|task| task.exercise.code.is_some())
    }

    pub(super) fn totals(&self) -> (u64, u64) {
        let metadata = self.tasks.iter().map(|task| &task.exercise.metadata);
        let points = metadata.clone().map(|one| u64::from(one.points())).sum();
        (points, metadata.map(|one| u64::from(one.minutes)).sum())
    }

    /// Formats `12 points, 85 minutes, 5 below the target of 90`.
    pub(super) fn effort(&self) -> String {
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
}
