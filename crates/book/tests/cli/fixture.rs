//! A small book with one of everything, for the tests to break.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::time::SystemTime;

pub(crate) const BOOK_TOML: &str = r#"[book]
title = "A small book"

[build]
build-dir = "target/book"

[output.html.print]
enable = false

[output.html.playground]
runnable = false

[preprocessor.katex]
no-css = true
output = "htmlAndMathml"
inline-delimiter = { left = "$`", right = "`$" }
block-delimiter = { left = "```math", right = "```" }
"#;

const SUMMARY: &str = "# Summary\n\n[Start](start.md)\n\n- [Means](means.md)\n  - [Deep](part/deep.md)\n\n[References](references.md)\n";

const START: &str = "# Start {#start}\n\nSee [Chapter](#ch:means), [Section](#sec:weights) and [the deep page](part/deep.md#deep).\n\n## Plain {#plain}\n\nSee [Section](#sec:plain).\n";

pub(crate) const MEANS: &str = r#"# Means {#means}

Every mean has weights [@nadaraya1964; @watson1964, Section 2], says @nadaraya1964, where $`w_i \ge 0`$.

## Weights {#weights}

```math {#eq:mean}
m = \sum_i w_i \, x_i'
```
## Drawn {#drawn}

[Equation](#eq:mean) is drawn in [Figure](#fig:dot); [Exercise](#ex:two) asks for more.

![A single dot.](../images/means/dot.svg "fig:dot")
The dot, with $`x`$ and [Equation](#eq:mean).

```rust
# let hidden = 1;
println!("{}", hidden + 1);
```
```text,output
2
```

> [!WARNING]
> **Common mistake.** Text.
>
> ```rust
> println!("3");
> ```
> ```text,output
> 3
> ```
>
> ```math
> a < b
> ```

## Exercises {#exercises}

## Two means {#ex:two}

<details>
<summary>Solution</summary>

Two.

</details>

See [@watson1964].
"#;

const DEEP: &str = "# Deep {#deep}\n\nBack to [Figure](#fig:dot), see [@watson1964].\n\n![Another dot.](../../images/means/dot.svg \"fig:deep\")\nDeeper.\n\n```rust\n{{#include ../../code/code.rs:shown}}\n```\n";

const REFERENCES: &str = "# References {#references}\n\n<!-- references -->\n";

const BIB: &str = r#"@article{nadaraya1964,
  author = {Nadaraya, E. A.},
  title = {On Estimating Regression},
  journal = {Theory of Probability and Its Applications},
  year = {1964},
}

@article{watson1964,
  author = {Watson, Geoffrey S.},
  title = {Smooth Regression Analysis},
  journal = {Sankhya},
  year = {1964},
}
"#;

/// The templates of the book itself.
const PAGE: &str = include_str!("../../../../theme/index.hbs");
const CONTENTS: &str = include_str!("../../../../theme/toc.html.hbs");

const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\" role=\"img\">\n<title>Dot</title>\n<circle cx=\"5\" cy=\"5\" r=\"1\" fill=\"#000000\" class=\"fill-ink\"/>\n</svg>\n";

/// A crate with one of everything for which rustdoc writes a page or a fragment.
const THINGS: &str = r#"//! Things.
#![deny(missing_docs)]

/// A thing that grows.
pub struct Thing {
    /// How large it is.
    pub size: usize,
}

impl Thing {
    /// How large it is.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Makes it larger.
    pub fn grow(&mut self) {
        self.size += LARGEST;
    }
}

/// The largest step.
pub const LARGEST: usize = 2;

/// A type with a shape.
pub trait Shaped {
    /// Its shape.
    fn shape(&self) -> Shape;
}

/// A shape.
pub enum Shape {
    /// Round.
    Round,
}

/// A function and a module with one name.
pub fn shapes() {}

/// A module and a function with one name.
pub mod shapes {
    /// Several shapes.
    pub type Shapes = Vec<super::Shape>;
}

/// A macro.
#[macro_export]
macro_rules! things {
    () => {};
}

mod private {
    /// Shown where it is exported.
    pub struct Shown;
}
pub use private::Shown;
"#;

/// Returns the standard error of a command without the progress messages of a busy machine.
pub(crate) fn complaints(errors: &str) -> String {
    let lines = errors.lines().filter(|line| !line.ends_with(" ..."));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the output of a successful command, which must contain each of `lines`.
pub(crate) fn told(output: &Output, lines: &[&str]) -> String {
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    for line in lines {
        assert!(told.contains(line), "{line:?} is not in\n{told}");
    }
    told
}

/// Returns the error message of a command that has failed.
pub(crate) fn error(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    // clap ends with 2, and a panic with another code.
    assert!(matches!(output.status.code(), Some(1 | 2)), "{error}");
    error
}

/// A book in its own folder.
pub(crate) struct Fixture {
    folder: tempfile::TempDir,
}

impl Fixture {
    /// Creates the book with the formulas that a build keeps for the next, because typesetting them
    /// would take most of the time.
    pub(crate) fn new() -> Self {
        const KEPT: &str = "target/book-formulas";
        static FORMULAS: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| {
            let fixture = Fixture::never_built();
            fixture.run(&["build"]);
            fs::read(fixture.path(KEPT)).ok()
        });
        let fixture = Self::never_built();
        if let Some(formulas) = &*FORMULAS {
            fs::create_dir(fixture.path("target")).unwrap();
            fs::write(fixture.path(KEPT), formulas).unwrap();
        }
        fixture
    }

    pub(crate) fn never_built() -> Self {
        let fixture = Self { folder: tempfile::tempdir().unwrap() };
        for (file, text) in [
            ("book.toml", BOOK_TOML),
            ("src/SUMMARY.md", SUMMARY),
            ("src/start.md", START),
            ("src/means.md", MEANS),
            ("src/part/deep.md", DEEP),
            ("src/references.md", REFERENCES),
            ("src/references.bib", BIB),
            ("images/means/dot.svg", SVG),
            ("theme/index.hbs", PAGE),
            ("theme/toc.html.hbs", CONTENTS),
            ("code/code.rs", "// ANCHOR: shown\nfn shown() {}\n// ANCHOR_END: shown\n"),
        ] {
            fixture.write(file, text);
        }
        fixture
    }

    /// Creates the same book with a crate whose documentation is part of the site.
    pub(crate) fn with_api() -> Self {
        let fixture = Self::new();
        let api = "\n[preprocessor.cargo-book]\ndocuments = [\"things\"]\n";
        let package = "[package]\nname = \"things\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
        let lock = "version = 4\n\n[[package]]\nname = \"things\"\nversion = \"0.1.0\"\n";
        for (file, text) in [
            ("book.toml", &*format!("{BOOK_TOML}{api}")),
            ("things/Cargo.toml", package),
            ("things/Cargo.lock", lock),
            ("things/src/lib.rs", THINGS),
        ] {
            fixture.write(file, text);
        }
        fixture
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.root().join(file)
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    pub(crate) fn modified(&self, file: &str) -> SystemTime {
        fs::metadata(self.path(file)).unwrap().modified().unwrap()
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces `from` in a file, in which it must occur once.
    pub(crate) fn replace(&self, file: &str, from: &str, to: &str) -> &Self {
        let text = self.read(file);
        assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
        self.write(file, &text.replace(from, to));
        self
    }

    /// Sets a key of this program in `book.toml`.
    pub(crate) fn set(&self, setting: &str) -> &Self {
        let own = format!("\n[preprocessor.cargo-book]\n{setting}\n");
        self.write("book.toml", &format!("{}{own}", self.read("book.toml")));
        self
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_book"));
        command.current_dir(self.root());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().unwrap()
    }

    /// Builds the book, which must succeed without a complaint, and returns what it prints.
    pub(crate) fn build(&self) -> String {
        let output = self.run(&["build"]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && complaints(&errors).is_empty(), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Returns the error message of `cargo book build`, which must fail.
    pub(crate) fn build_error(&self) -> String {
        let output = self.run(&["build"]);
        let text = String::from_utf8(output.stderr).unwrap();
        let text = format!("{}\n", complaints(&text));
        assert_eq!(output.status.code(), Some(1), "the book was built\n{text}");
        assert!(!self.path("target/book").exists(), "a broken site was left behind");
        text
    }
}
