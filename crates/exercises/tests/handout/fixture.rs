//! A small book with three exercises and a course, in its own folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use exercises::{Error, Toolchain, handout};
use tempfile::TempDir;

/// The book itself.
pub(crate) const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

pub(crate) const LARGEST: &str = "exercises/sums/largest/";
pub(crate) const TOTAL: &str = "exercises/sums/total/";
pub(crate) const WHY: &str = "exercises/sums/why/";

const FILES: [(&str, &str); 26] = [
    ("book.toml", ""),
    ("src/SUMMARY.md", include_str!("book/SUMMARY.md")),
    ("src/sums.md", include_str!("book/sums.md")),
    ("src/arrays.md", include_str!("book/arrays.md")),
    ("src/references.bib", include_str!("book/references.bib")),
    (
        "exercises/objectives.toml",
        "[sums]\ntext = \"Add numbers\"\n\n[reasons]\ntext = \"Say why\"\n",
    ),
    ("exercises/sums/largest/exercise.toml", include_str!("book/largest/exercise.toml")),
    ("exercises/sums/largest/prompt.md", include_str!("book/largest/prompt.md")),
    ("exercises/sums/largest/solution.md", include_str!("book/largest/solution.md")),
    ("exercises/sums/largest/notes.md", include_str!("book/largest/notes.md")),
    ("exercises/sums/largest/src/lib.rs", include_str!("book/largest/lib.rs")),
    ("exercises/sums/largest/tests/public.rs", include_str!("book/largest/public.rs")),
    ("exercises/sums/largest/tests/hidden.rs", include_str!("book/largest/hidden.rs")),
    ("exercises/sums/largest/mutants.toml", include_str!("book/largest/mutants.toml")),
    ("exercises/sums/total/exercise.toml", include_str!("book/total/exercise.toml")),
    ("exercises/sums/total/prompt.md", include_str!("book/total/prompt.md")),
    ("exercises/sums/total/solution.md", include_str!("book/total/solution.md")),
    ("exercises/sums/total/notes.md", include_str!("book/total/notes.md")),
    ("exercises/sums/total/src/lib.rs", include_str!("book/total/lib.rs")),
    ("exercises/sums/total/tests/public.rs", include_str!("book/total/public.rs")),
    ("exercises/sums/total/tests/hidden.rs", include_str!("book/total/hidden.rs")),
    ("exercises/sums/total/mutants.toml", include_str!("book/total/mutants.toml")),
    ("exercises/sums/why/exercise.toml", include_str!("book/why/exercise.toml")),
    ("exercises/sums/why/prompt.md", include_str!("book/why/prompt.md")),
    ("exercises/sums/why/solution.md", include_str!("book/why/solution.md")),
    ("exercises/sums/why/notes.md", include_str!("book/why/notes.md")),
];

/// Files of the real book in every test book.
const OF_BOOK: [&str; 8] = [
    "Cargo.toml",
    "Cargo.lock",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "crates/attention/Cargo.toml",
    "crates/engine/Cargo.toml",
    "crates/laboratory/Cargo.toml",
    "crates/translation/Cargo.toml",
];

pub(crate) const SALT: &str = "correct horse battery staple";

/// The start of every course file in the tests.
pub(crate) const HEAD: &str = r#"format_version = 1
title = "Homework 1"
course = "Sums"
term = "2027-spring"
vendor = false
"#;

/// Lines that add two students.
pub(crate) const STUDENTS: &str = "salt = \"salt.txt\"\nstudents = \"students.txt\"\n";

pub(crate) struct Book(TempDir);

impl Book {
    pub(crate) fn new() -> Self {
        let book = Self(tempfile::tempdir().unwrap());
        for (file, text) in FILES {
            book.write(file, text);
        }
        let real = Path::new(WORKSPACE);
        for file in OF_BOOK {
            book.write(file, &fs::read_to_string(real.join(file)).unwrap());
        }
        // Nothing is compiled here, so a few files can represent whole crates.
        for (file, text) in [
            ("attention/src/lib.rs", "//! The companion.\n"),
            ("engine/src/lib.rs", "//! The engine.\nmod tape;\n"),
            ("engine/src/tape/var.rs", "//! Variables.\n"),
            ("laboratory/src/lib.rs", "//! The laboratory.\n"),
            ("translation/src/lib.rs", "//! Translators.\n"),
        ] {
            book.write(&format!("crates/{file}"), text);
        }
        book.write("course/salt.txt", &format!("{SALT}\n"));
        book.write("course/students.txt", "# two students\nada\n\ngrace\n");
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

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// Replaces text in a file, which must contain `old`.
    pub(crate) fn change(&self, file: &str, old: &str, new: &str) {
        let text = self.read(file);
        assert!(text.contains(old), "{file} has no {old:?}");
        self.write(file, &text.replace(old, new));
    }

    /// Writes a course file with the common head and these lines.
    pub(crate) fn course(&self, more: &str) {
        self.write("course/course.toml", &format!("{HEAD}{more}"));
    }

    /// Writes the handout into the folder `out`.
    pub(crate) fn hand_out(&self) -> Result<String, Error> {
        self.hand_out_into("out")
    }

    pub(crate) fn hand_out_into(&self, out: &str) -> Result<String, Error> {
        handout::write(
            self.0.path(),
            &self.path("course/course.toml"),
            &self.path(out),
            toolchain(),
        )
    }

    /// Returns the error message, without the folder of the book, and checks that nothing has been
    /// written.
    pub(crate) fn refused(&self) -> String {
        let before = dialect::files(self.0.path()).unwrap();
        let error = self.hand_out().expect_err("this must not be handed out");
        assert_eq!(before, dialect::files(self.0.path()).unwrap(), "something is left");
        assert!(!self.path("out").exists(), "the folder is left");
        error.to_string().replace(&format!("{}/", self.0.path().display()), "")
    }
}

/// Returns the libraries of exercises, compiled once.
pub(crate) fn toolchain() -> &'static Toolchain {
    static TOOLCHAIN: OnceLock<Toolchain> = OnceLock::new();
    TOOLCHAIN.get_or_init(|| Toolchain::find(Path::new(WORKSPACE)).unwrap())
}

/// Returns all files below a folder.
pub(crate) fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = dialect::files(folder).unwrap().into_iter();
    let named = files.map(|path| {
        let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read(path).unwrap())
    });
    named.collect()
}
