//! `cargo exercise handout`: what a course gives to its students and to its instructors.
//!
//! A course file chooses exercises and may change their points, minutes, parameters and prompts:
//!
//! ```toml
//! format_version = 1
//! title = "Homework 1: from cues to kernels"
//! course = "Attention"
//! term = "2027-spring"        # enters the seeds: a retake gets other variants
//! due = "2027-03-01"          # optional
//! salt = "salt.txt"           # optional: a secret; needed if students are listed
//! students = "students.txt"   # optional: one a line, each gets a workspace
//! target_minutes = 90         # optional
//! hints = true                # default: false
//! vendor = true               # default: no network is needed to build
//! exercises_from = ["../mine"] # optional: more folders of exercises
//!
//! [[exercise]]
//! id = "rows-of-a-random-matrix"
//! points = { each_row_sums_to_one = 3 }
//! minutes = 20
//! parameters = { width = 7 }
//! prompt = "prompts/rows.md"
//! ```
//!
//! Everything is built from lists of what students may have, in a temporary folder, and then attacked:
//! solutions, hidden tests, mutants, notes and the salt are searched in every file. A handout that tells
//! one of them is not written.

mod book;
mod compare;
mod course;
mod instructor;
mod leak;
mod markdown;
mod secrets;
mod student;
mod table;
mod task;
mod tokens;
mod trial;
mod workspace;

use std::fmt;
use std::fs;
use std::path::{self, Path, PathBuf};

use dialect::{Library, Objective, Source};

use crate::{Error, Toolchain, tree};
use book::Book;
use course::Course;
use secrets::Secrets;
use task::{Copy, Task};

/// Folders of the book that nothing is written into.
const SOURCES: [&str; 4] = ["crates", "exercises", "src", "tests"];

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The folder.
    pub out: PathBuf,
    /// How many exercises each student gets.
    pub exercises: usize,
    /// How many students get a workspace of their own; 0 if all get the same.
    pub students: usize,
    /// Points of all exercises.
    pub points: u64,
    /// Minutes of all exercises.
    pub minutes: u64,
    /// The minutes that the course aims at.
    pub target_minutes: Option<u32>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exercises = match self.exercises {
            1 => "1 exercise".to_owned(),
            count => format!("{count} exercises"),
        };
        let students = match self.students {
            0 => "all students".to_owned(),
            1 => "1 student".to_owned(),
            count => format!("{count} students"),
        };
        let effort = effort(self.points, self.minutes, self.target_minutes);
        let out = self.out.display();
        write!(f, "{out}: {exercises} for {students}: {effort}")
    }
}

/// `12 points, 85 minutes, 5 below the target of 90`
fn effort(points: u64, minutes: u64, target: Option<u32>) -> String {
    let total = format!("{points} points, {minutes} minutes");
    let Some(target) = target.map(u64::from) else {
        return total;
    };
    match minutes.abs_diff(target) {
        0 => format!("{total}, which is the target"),
        off if minutes > target => {
            format!("{total}, {off} over the target of {target}")
        }
        off => format!("{total}, {off} below the target of {target}"),
    }
}

/// A handout that is being made.
struct Handout<'a> {
    root: &'a Path,
    course: Course,
    book: Book,
    objectives: Vec<Objective>,
    tasks: Vec<Task>,
    copies: Vec<Copy>,
}

/// Writes the handout of a course into the new folder `out`: `student` (or `students/<id>`), which can
/// be given away, and `instructor`, which cannot.
///
/// # Errors
///
/// [`Error::Problems`] with file and line of what is wrong in the course file or in a text,
/// [`Error::Exists`] if `out` holds something, [`Error::Leak`] if students would see a secret, and
/// [`Error::File`] or [`Error::Tool`] if the system fails. After an error nothing has been written.
///
/// ```no_run
/// use exercises::{Toolchain, handout};
///
/// # fn main() -> Result<(), exercises::Error> {
/// let book = ".".as_ref();
/// let toolchain = Toolchain::find(book)?;
/// let summary = handout::write(book, "hw1/course.toml".as_ref(), "hw1/out".as_ref(), &toolchain)?;
/// println!("{summary}");
/// # Ok(())
/// # }
/// ```
pub fn write(
    root: &Path,
    course_file: &Path,
    out: &Path,
    toolchain: &Toolchain,
) -> Result<Summary, Error> {
    let handout = Handout::read(root, course_file)?;
    handout.refuse(out)?;
    let above = existing_above(out)?;
    let staging = tempfile::Builder::new()
        .prefix(".handout-")
        .tempdir_in(&above)
        .map_err(Error::file(&above, "cannot write"))?;
    let product = staging.path().join("product");
    handout.write(&product, &staging.path().join("common"), toolchain)?;
    tree::publish(&product, out)?;
    Ok(handout.summary(out))
}

impl<'a> Handout<'a> {
    /// Refuses to write into a folder that holds something, into the book, or among exercises.
    fn refuse(&self, out: &Path) -> Result<(), Error> {
        let exists = |advice| {
            let path = out.to_owned();
            Err(Error::Exists { path, advice })
        };
        if out.is_dir() {
            let mut entries =
                fs::read_dir(out).map_err(Error::file(out, "cannot read"))?;
            if entries.next().is_some() {
                return exists("name a new folder, or remove this one");
            }
        } else if out.exists() {
            return exists("name a folder");
        }
        let whole = whole(out)?;
        let mut sources = SOURCES.map(|folder| self.root.join(folder)).to_vec();
        sources.extend(self.course.exercises_from.clone());
        for source in sources {
            let canonical = source.canonicalize();
            if canonical.is_ok_and(|source| whole.starts_with(source)) {
                return Err(Error::Unfit(format!(
                    "{} lies in {}: name a folder outside of it",
                    out.display(),
                    source.display()
                )));
            }
        }
        Ok(())
    }

    fn read(root: &'a Path, course_file: &Path) -> Result<Self, Error> {
        let course = Course::read(course_file)?;
        let mut library = Library::load(root)?;
        for folder in &course.exercises_from {
            library.add(root, &folder.to_string_lossy())?;
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
        let mut folders = Vec::new();
        for copy in &self.copies {
            let shown = match &copy.student {
                Some(student) => format!("students/{student}"),
                None => "student".to_owned(),
            };
            for (name, text) in self.files(copy)? {
                tree::write(product, &format!("{shown}/{name}"), &text)?;
            }
            folders.push((copy, product.join(&shown), shown));
        }
        let for_instructor = self.instructor_files()?;
        self.tells_salt(&for_instructor)?;
        for (name, text) in &for_instructor {
            tree::write(product, &format!("instructor/{name}"), text)?;
        }
        if self.has_code() {
            workspace::write(self.root, &self.tasks, self.course.vendor, common)?;
            for (_, folder, _) in &folders {
                workspace::copy(common, folder)?;
            }
        }
        self.verify_own(toolchain)?;
        let secrets = Secrets::of(&self.tasks, &self.copies);
        for (copy, folder, shown) in &folders {
            self.attack(&secrets, copy, folder, shown)?;
            self.compare(copy, common, folder, shown)?;
        }
        self.try_stubs(toolchain)
    }

    /// Holds exercises that are not of the book to what the book promises of its own.
    fn verify_own(&self, toolchain: &Toolchain) -> Result<(), Error> {
        let exercises = self.tasks.iter().map(|task| &task.exercise);
        let own: Vec<_> = exercises
            .filter(|exercise| !exercise.prompt.file.starts_with("exercises/"))
            .collect();
        match crate::verify_all(toolchain, &own, crate::LIMIT)? {
            problems if problems.is_empty() => Ok(()),
            problems => Err(problems.into()),
        }
    }

    fn has_code(&self) -> bool {
        self.tasks.iter().any(|task| task.exercise.code.is_some())
    }

    /// Points and minutes of all exercises.
    fn totals(&self) -> (u64, u64) {
        let metadata = self.tasks.iter().map(|task| &task.exercise.metadata);
        let points = metadata.clone().map(|one| u64::from(one.points())).sum();
        (points, metadata.map(|one| u64::from(one.minutes)).sum())
    }

    fn effort(&self) -> String {
        let (points, minutes) = self.totals();
        effort(points, minutes, self.course.target_minutes)
    }

    fn summary(&self, out: &Path) -> Summary {
        let (points, minutes) = self.totals();
        Summary {
            out: out.to_owned(),
            exercises: self.tasks.len(),
            students: self.course.students.len(),
            points,
            minutes,
            target_minutes: self.course.target_minutes,
        }
    }
}

/// Texts of exercises, with what they refer to in words, and with the equations and the works that they
/// refer to below them: they can be read without the book.
pub(crate) struct Readable<'a> {
    root: &'a Path,
    book: Book,
}

impl<'a> Readable<'a> {
    /// Reads what texts refer to.
    pub(crate) fn new(root: &'a Path, library: &Library) -> Result<Self, Error> {
        let book = Book::read(root, library)?;
        Ok(Self { root, book })
    }

    pub(crate) fn text(&self, source: &Source) -> Result<String, Error> {
        let mut page = markdown::Page::new(self.root, &self.book);
        let text = page.text(source)?;
        Ok(format!("{text}\n{}", page.appendix()))
    }
}

/// The absolute path, which need not exist yet, without links.
fn whole(out: &Path) -> Result<PathBuf, Error> {
    let absolute = path::absolute(out).map_err(Error::file(out, "cannot resolve"))?;
    let above = existing_above(&absolute)?;
    let rest = absolute.strip_prefix(&above).unwrap_or(Path::new(""));
    let above = above
        .canonicalize()
        .map_err(Error::file(&above, "cannot read"))?;
    Ok(above.join(rest))
}

/// The first folder above `out` that is there.
fn existing_above(out: &Path) -> Result<PathBuf, Error> {
    let absolute = path::absolute(out).map_err(Error::file(out, "cannot resolve"))?;
    let mut above = absolute.ancestors().skip(1);
    let found = above.find(|folder| folder.is_dir());
    Ok(found.unwrap_or(Path::new("/")).to_owned())
}
