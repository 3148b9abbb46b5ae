//! `book.toml`, read strictly.
//!
//! mdBook accepts any `[output]` and any `[preprocessor]`. If one key has the wrong type,
//! mdbook-katex falls back to its defaults, which load a style sheet from another host. So this
//! module reads all tables first, and everything unexpected is an error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::changes::{self, Edition};
use crate::repository;
use crate::words::Words;
use anyhow::{Result, anyhow};
use dialect::{BOOK_FILE as FILE, Problem, Problems, Source, find_root, parse_toml};
use mdbook_driver::config::{BookConfig, BuildConfig, Config, HtmlConfig, RustConfig};
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::{Spanned, Table, Value};

/// The only allowed settings of mdbook-katex: the site loads nothing from another host, and screen
/// readers need the MathML.
pub(crate) const KATEX: &str = r#"
no-css = true
output = "htmlAndMathml"
inline-delimiter = { left = "$`", right = "`$" }
block-delimiter = { left = "```math", right = "```" }
"#;

/// A book on disk: its root and its configuration.
#[derive(Clone, Debug)]
pub struct Book {
    /// The folder that contains `book.toml`.
    pub root: PathBuf,
    /// The settings in `book.toml`.
    pub config: Config,
    /// The folders of the packages whose API documentation is part of the site.
    pub api: Vec<PathBuf>,
    /// The address of the published site, with `/` at its end.
    pub address: Option<String>,
    /// The address of the repository, without `/` at its end.
    pub repository: Option<String>,
    /// The address at which a page is edited, with names in braces.
    pub(crate) edit: String,
    /// The address at which a mistake is reported, with names in braces.
    pub(crate) report: String,
    /// The editions, beginning with the newest.
    pub(crate) editions: Vec<Edition>,
    /// The words that this program adds to pages.
    pub(crate) words: Words,
    /// Whether pages name a picture for programs that show links, as in a site for publication.
    pub(crate) has_pictures: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    #[serde(default)]
    book: BookConfig,
    #[serde(default)]
    build: BuildConfig,
    #[serde(default)]
    rust: RustConfig,
    #[serde(default)]
    output: Output,
    preprocessor: Preprocessor,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Output {
    #[serde(default)]
    html: HtmlConfig,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Preprocessor {
    katex: BTreeMap<String, Spanned<Value>>,
    #[serde(default, rename = "cargo-book")]
    own: Own,
}

/// The settings of this program, in a table that mdBook also reads.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Own {
    /// The folders of the packages whose documentation is part of the site, from the root of the
    /// book.
    documents: Vec<Spanned<PathBuf>>,
    /// The address of the published site.
    address: Option<Spanned<String>>,
    /// The address of the repository.
    repository: Option<Spanned<String>>,
    /// The addresses at which a page is edited and a mistake is reported.
    edit: Option<String>,
    report: Option<String>,
    /// Like the next two, makes the program `mdbook` stop instead of showing labels and no
    /// exercises.
    #[serde(rename = "command")]
    _command: IgnoredAny,
    #[serde(rename = "renderers")]
    _renderers: IgnoredAny,
    #[serde(rename = "before")]
    _before: IgnoredAny,
}

impl Book {
    /// Finds the book that contains `folder`: the nearest folder upward with a `book.toml`.
    /// Mistakes in the file are [`Problems`].
    pub fn find(folder: &Path) -> Result<Self> {
        let root = find_root(folder)?;
        let book = Source::read(&root, FILE).and_then(|file| read(&root, &file));
        Ok(book.map_err(Problems::from)?)
    }

    /// Replaces the addresses in `book.toml` by those that are given, as for a copy of the book on
    /// another host.
    pub fn with_addresses(
        mut self,
        address: Option<String>,
        repository: Option<String>,
    ) -> Result<Self> {
        let pairs: [(_, Check, _); 2] = [
            (address, is_site, &mut self.address),
            (repository, is_repository, &mut self.repository),
        ];
        for (given, check, setting) in pairs {
            if let Some(given) = given {
                check(&given).map_err(|message| anyhow!("{given}: {message}"))?;
                *setting = Some(given);
            }
        }
        Ok(self)
    }

    /// Returns whether the site has a feed of changes.
    pub(crate) fn has_feed(&self) -> bool {
        self.address.is_some() && !self.editions.is_empty()
    }

    /// Returns the default folder of `cargo book build`.
    pub fn site(&self) -> PathBuf {
        self.root.join(&self.config.build.build_dir)
    }

    /// Returns the path of a file next to the site that one build caches for the next.
    pub(crate) fn cache_file(&self, name: &str) -> PathBuf {
        let mut file = self.site().into_os_string();
        file.push(format!("-{name}"));
        file.into()
    }
}

fn read(root: &Path, source: &Source) -> Result<Book, Problem> {
    let tables: Tables = parse_toml(source)?;
    let expected: Table = toml::from_str(KATEX).expect("the settings are TOML");
    let katex = tables.preprocessor.katex;
    for (key, value) in &katex {
        let message = match expected.get(key) {
            Some(expected) if expected == value.get_ref() => continue,
            Some(expected) => format!("{key} must be {expected}"),
            None => format!("unknown field `{key}`"),
        };
        return Err(source.problem(value.span().start, message));
    }
    if let Some(key) = expected.keys().find(|key| !katex.contains_key(*key)) {
        let line = source.line_of("[preprocessor.katex]");
        return Err(Problem::new(FILE, line, format!("missing field `{key}`")));
    }
    let Own { documents: api, address, repository, edit, report, .. } = tables.preprocessor.own;
    let checked = |setting: Option<Spanned<String>>, check: Check| match setting {
        None => Ok(None),
        Some(setting) => match check(setting.get_ref()) {
            Ok(()) => Ok(Some(setting.into_inner())),
            Err(message) => Err(source.problem(setting.span().start, message)),
        },
    };
    for package in &api {
        if !root.join(package.get_ref()).join("Cargo.toml").is_file() {
            let message = format!("no Cargo.toml in {}", package.get_ref().display());
            return Err(source.problem(package.span().start, message));
        }
    }
    if let Some(key) = unused(&tables.output.html) {
        let message = format!("{key} would do nothing: cargo book has a way of its own");
        return Err(Problem::new(FILE, source.line_of(key), message));
    }
    let language = tables.book.language.as_deref().unwrap_or_default();
    let words = Words::of(language, source)?;
    let mut config = Config::default();
    config.book = tables.book;
    config.build = tables.build;
    config.rust = tables.rust;
    if config.book.src != Path::new("src") {
        let start = source.text.find("\nsrc").map_or(0, |before| before + 1);
        return Err(source.problem(start, "the chapters of this book are in src"));
    }
    // This program expands includes, and fails where mdBook would leave a gap.
    config.build.use_default_preprocessors = false;
    // mdBook would create chapters that are listed but do not exist, which is a mistake here.
    config.build.create_missing = false;
    let set = config.set("output.html", tables.output.html);
    set.map_err(|error| source.problem(0, format!("{error:#}")))?;
    Ok(Book {
        root: root.to_owned(),
        config,
        api: api.into_iter().map(Spanned::into_inner).collect(),
        address: checked(address, is_site)?,
        repository: checked(repository, is_repository)?,
        edit: edit.unwrap_or_else(|| repository::EDIT.to_owned()),
        report: report.unwrap_or_else(|| repository::REPORT.to_owned()),
        editions: changes::read(root)?,
        words,
        has_pictures: false,
    })
}

type Check = fn(&str) -> Result<(), &'static str>;

fn is_site(address: &str) -> Result<(), &'static str> {
    match address.starts_with("https://") && address.ends_with('/') {
        true => Ok(()),
        false => Err("the address of a site begins with https:// and ends with /"),
    }
}

fn is_repository(address: &str) -> Result<(), &'static str> {
    match address.starts_with("https://") && !address.ends_with('/') {
        true => Ok(()),
        false => Err("the address of a repository begins with https:// and does not end with /"),
    }
}

/// Returns a setting of mdBook for a part of the site that mdBook does not build here.
fn unused(html: &HtmlConfig) -> Option<&'static str> {
    let search = html.search.as_ref();
    let settings = [
        (html.input_404.is_some(), "input-404"),
        (html.site_url.is_some(), "site-url"),
        (html.git_repository_url.is_some(), "git-repository-url"),
        (html.edit_url_template.is_some(), "edit-url-template"),
        (search.is_some_and(|search| !search.chapter.is_empty()), "search.chapter"),
    ];
    settings.iter().find(|(is_set, _)| *is_set).map(|(_, key)| *key)
}

#[cfg(test)]
mod tests;
