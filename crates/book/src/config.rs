//! `book.toml`, read strictly.
//!
//! mdBook rejects unknown keys in its own tables but accepts any `[preprocessor]` table, and
//! mdbook-katex falls back to its defaults, which load a stylesheet from another host, as soon as one
//! key has the wrong type. So the tables are read here first, and every surprise is an error.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dialect::Problem;
use mdbook_driver::config::Config;
use mdbook_katex::cfg::KatexConfig;
use serde::Deserialize;

use crate::Error;

const FILE: &str = "book.toml";

/// A book on disk: its root and its configuration.
#[derive(Clone, Debug)]
pub struct Book {
    /// The folder that holds `book.toml`.
    pub root: PathBuf,
    /// What `book.toml` says.
    pub config: Config,
    /// The folder of the package whose API documentation is part of the site.
    pub api: Option<PathBuf>,
    /// How formulas are typeset.
    pub(crate) katex: Arc<KatexConfig>,
}

/// The tables of `book.toml`; those of mdBook are checked by mdBook.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    #[serde(rename = "book")]
    _book: Option<toml::Table>,
    #[serde(rename = "build")]
    _build: Option<toml::Table>,
    #[serde(rename = "rust")]
    _rust: Option<toml::Table>,
    output: Option<OutputTables>,
    preprocessor: PreprocessorTables,
    api: Option<ApiTable>,
}

/// Which API documentation is part of the site.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ApiTable {
    /// The folder of the package, from the root of the book.
    package: toml::Spanned<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OutputTables {
    html: Option<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PreprocessorTables {
    katex: KatexTable,
}

/// The keys of `[preprocessor.katex]` that the book uses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct KatexTable {
    no_css: toml::Spanned<bool>,
    output: toml::Spanned<String>,
    inline_delimiter: toml::Spanned<Delimiter>,
    block_delimiter: toml::Spanned<Delimiter>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Delimiter {
    left: String,
    right: String,
}

impl Book {
    /// Finds the book that holds `folder`: the nearest folder upwards with a `book.toml`.
    ///
    /// # Errors
    ///
    /// [`Error::NoBook`] if there is none, [`Error::Problems`] if `book.toml` has mistakes.
    ///
    /// ```
    /// let error = book::Book::find("/".as_ref()).unwrap_err();
    /// assert_eq!(error.to_string(), "no book.toml in / or a folder above it");
    /// ```
    pub fn find(folder: &Path) -> Result<Self, Error> {
        let root = folder
            .ancestors()
            .find(|ancestor| ancestor.join(FILE).is_file())
            .ok_or_else(|| Error::NoBook(folder.to_owned()))?;
        let path = root.join(FILE);
        let text =
            fs::read_to_string(&path).map_err(Error::file(path, "cannot read"))?;
        Ok(read(root, &text)?)
    }

    /// The folder with the models that the chapters use.
    pub fn models(&self) -> PathBuf {
        self.root.join("models")
    }

    /// The folder for models that are not those of the book.
    pub fn other_models(&self) -> PathBuf {
        self.root.join("target/models")
    }

    /// The folder in which trainings are kept until they are finished.
    pub fn trainings(&self) -> PathBuf {
        self.root.join("target/training")
    }

    /// The folder that `cargo book build` writes unless told otherwise.
    pub fn site(&self) -> PathBuf {
        self.root.join(&self.config.build.build_dir)
    }

    /// A file beside the site that one build leaves for the next.
    pub(crate) fn kept(&self, name: &str) -> PathBuf {
        let mut file = self.site().into_os_string();
        file.push(format!("-{name}"));
        file.into()
    }
}

fn read(root: &Path, text: &str) -> Result<Book, Problem> {
    let line = |offset: usize| text[..offset.min(text.len())].matches('\n').count() + 1;
    let tables: Tables = toml::from_str(text).map_err(|error: toml::de::Error| {
        let at = error.span().map_or(1, |span| line(span.start));
        Problem::new(FILE, at, one_line(error.message()))
    })?;
    let problem = |span: Range<usize>, message: String| {
        Problem::new(FILE, line(span.start), message)
    };
    if let Some(package) = tables.api.as_ref().map(|api| &api.package)
        && !root.join(package.get_ref()).join("Cargo.toml").is_file()
    {
        let message = format!("no Cargo.toml in {}", package.get_ref().display());
        return Err(problem(package.span(), message));
    }
    let katex = &tables.preprocessor.katex;
    if !katex.no_css.get_ref() {
        let message = "no-css must be true: the site loads nothing from another host";
        return Err(problem(katex.no_css.span(), message.into()));
    }
    if katex.output.get_ref() != "htmlAndMathml" {
        let message =
            "output must be \"htmlAndMathml\": screen readers need the MathML";
        return Err(problem(katex.output.span(), message.into()));
    }
    let delimiters = [
        (&katex.inline_delimiter, "inline-delimiter", "$`", "`$"),
        (&katex.block_delimiter, "block-delimiter", "```math", "```"),
    ];
    for (delimiter, key, left, right) in delimiters {
        let span = delimiter.span();
        let delimiter = delimiter.get_ref();
        if delimiter.left != left || delimiter.right != right {
            let message =
                format!("{key} must be {{ left = {left:?}, right = {right:?} }}");
            return Err(problem(span, message));
        }
    }
    let (mut config, katex) = for_libraries(text)?;
    if tables.output.is_some_and(|output| output.html.is_some()) {
        config
            .get::<mdbook_driver::config::HtmlConfig>("output.html")
            .map_err(|error| mdbook_problem(text, &format!("{error:#}")))?;
    }
    if config.book.src != Path::new("src") {
        let at = text
            .lines()
            .position(|line| line.trim_start().starts_with("src"));
        let message = "the chapters of this book lie in src";
        return Err(Problem::new(FILE, at.map_or(1, |index| index + 1), message));
    }
    // Includes are expanded by this program, which fails where mdBook leaves a gap.
    config.build.use_default_preprocessors = false;
    // A chapter that is listed and does not exist is a mistake, not a wish.
    config.build.create_missing = false;
    Ok(Book {
        root: root.to_owned(),
        config,
        api: tables.api.map(|api| api.package.into_inner()),
        katex: Arc::new(katex),
    })
}

/// The tables that mdBook knows and the one of mdbook-katex, as they read them.
fn for_libraries(text: &str) -> Result<(Config, KatexConfig), Problem> {
    let problem = |error: toml::de::Error| mdbook_problem(text, error.message());
    let mut tables: toml::Table = text.parse().map_err(problem)?;
    tables.remove("api");
    // mdBook would look for a program of this name.
    let preprocessors = tables.remove("preprocessor");
    let katex = preprocessors.and_then(|mut tables| {
        let table = tables.as_table_mut()?;
        table.remove("katex")
    });
    let katex = katex.map(toml::Value::try_into).transpose();
    Ok((
        tables.try_into().map_err(problem)?,
        katex.map_err(problem)?.unwrap_or_default(),
    ))
}

/// mdBook names the key that it does not know, but not its line.
fn mdbook_problem(text: &str, message: &str) -> Problem {
    let named = message.split('`').skip(1).step_by(2);
    let line = named
        .filter_map(|key| {
            text.lines()
                .position(|line| line.trim_start().starts_with(key))
        })
        .next()
        .map_or(1, |index| index + 1);
    Problem::new(FILE, line, one_line(message))
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"[book]
title = "A"

[output.html]
default-theme = "light"

[preprocessor.katex]
no-css = true
output = "htmlAndMathml"
inline-delimiter = { left = "$`", right = "`$" }
block-delimiter = { left = "```math", right = "```" }
"#;

    fn message(from: &str, to: &str) -> String {
        assert!(GOOD.contains(from));
        let text = GOOD.replace(from, to);
        read(Path::new("/nowhere"), &text).unwrap_err().to_string()
    }

    #[test]
    fn reads_a_good_file_and_switches_mdbooks_own_expansion_off() {
        let book = read(Path::new("/nowhere"), GOOD).unwrap();
        assert_eq!(book.config.book.title.as_deref(), Some("A"));
        assert!(!book.config.build.use_default_preprocessors);
        assert_eq!(book.api, None);
    }

    #[test]
    fn the_documented_package_is_one() {
        let text = format!("{GOOD}\n[api]\npackage = \".\"\n");
        let book = read(Path::new(env!("CARGO_MANIFEST_DIR")), &text).unwrap();
        assert_eq!(book.api.as_deref(), Some(Path::new(".")));
        let none = read(Path::new("/nowhere"), &text).unwrap_err().to_string();
        assert_eq!(none, "book.toml:14: no Cargo.toml in .");
        let says = |from, to, start| {
            let error = read(Path::new("/nowhere"), &text.replace(from, to));
            let error = error.unwrap_err().to_string();
            assert!(error.starts_with(start), "{error}");
        };
        says("package", "crate", "book.toml:14: unknown field `crate`");
        says(
            "package = \".\"",
            "",
            "book.toml:13: missing field `package`",
        );
        says("[api]", "[apy]", "book.toml:13: unknown field `apy`");
    }

    #[test]
    fn unknown_keys_are_named_with_their_line() {
        let starts = |from, to, start: &str| {
            let message = message(from, to);
            assert!(message.starts_with(start), "{message}");
        };
        starts("no-css", "no-cs", "book.toml:8: unknown field `no-cs`");
        starts(
            "[preprocessor.katex]",
            "[preprocessor.katx]",
            "book.toml:7: unknown field `katx`",
        );
        starts(
            "[output.html]",
            "[output.epub]",
            "book.toml:4: unknown field `epub`",
        );
        starts("[book]", "[bok]", "book.toml:1: unknown field `bok`");
        starts("default-theme", "defualt-theme", "book.toml:5: ");
        starts("title", "titel", "book.toml:2: ");
        starts("title = ", "title ", "book.toml:2: ");
    }

    #[test]
    fn formulas_cannot_silently_lose_mathml_or_gain_a_foreign_stylesheet() {
        assert!(
            message("no-css = true", "no-css = false")
                .starts_with("book.toml:8: no-css must")
        );
        assert!(message("true", "\"true\"").starts_with("book.toml:8: invalid type"));
        let output = message("\"htmlAndMathml\"", "\"html\"");
        assert!(
            output.starts_with("book.toml:9: output must be"),
            "{output}"
        );
        let moved = message("title = \"A\"", "src = \"text\"");
        assert_eq!(moved, "book.toml:2: the chapters of this book lie in src");
        assert!(
            message("left = \"$`\"", "left = \"$\"")
                .starts_with("book.toml:10: inline-")
        );
    }
}
