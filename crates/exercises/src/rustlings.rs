//! `cargo exercise rustlings`: the exercises as a set for the program
//! [Rustlings](https://rustlings.rust-lang.org).
//!
//! Rustlings shows solutions, so the set contains only self-study exercises. The tests are in the
//! file of the exercise, as Rustlings requires; hidden tests stay in the book.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use dialect::{Code, Exercise, Kind, Library, Release, Values, View};
use serde::Serialize;

use crate::plain::{Book, formulas_as_text, standalone};
use crate::tree::{self, Staging};
use crate::{Error, companion, toolchain};

const WIDTH: usize = 88;
/// The longest name that Rustlings allows.
const LONGEST_NAME: usize = 32;
/// The text that `rustlings dev new` writes.
const IGNORED: &str = "Cargo.lock\ntarget/\n.vscode/\n!.vscode/extensions.json\n";
const NO_HINT: &str = "There is no hint; the tests show the expected results.";
const README: &str = include_str!("rustlings/README.md");
const MANIFEST: &str = include_str!("rustlings/manifest.txt");

const INFO: &str = "format_version = 1\n\
    welcome_message = \"These are the exercises of the book \\\"Attention in Rust\\\".\"\n\
    final_message = \"All tests pass. Now compare your code with the solutions.\"\n\n";

#[derive(Serialize)]
struct Entry {
    name: String,
    dir: String,
    test: bool,
    strict_clippy: bool,
    hint: String,
}

/// Writes exercises into the new folder `out`, in the order of `library`, and returns their number.
/// Without ids, it writes all exercises that have code and a solution in the book.
///
/// # Errors
///
/// [`Error::Exists`] if `out` is a file or not empty, [`Error::Unfit`] for an exercise that
/// Rustlings cannot show, and others for mistakes and failures. After an error, nothing has been
/// written.
pub fn rustlings(
    root: &Path,
    library: &Library,
    ids: &[String],
    out: &Path,
) -> Result<usize, Error> {
    let chosen = choose(library, ids)?;
    tree::refuse_sources(out, root)?;
    let staging = Staging::new(out)?;
    write_all(root, library, &chosen, &staging.product())?;
    staging.publish()?;
    Ok(chosen.len())
}

fn choose<'a>(
    library: &'a Library,
    ids: &[String],
) -> Result<Vec<(&'a Exercise, &'a Code)>, Error> {
    for id in ids {
        fits(library.get(id).ok_or_else(|| Error::unknown(id, library))?)?;
    }
    let fitting = |one| Some((one, fits(one).ok()?));
    let mut chosen: Vec<_> = library.exercises.iter().filter_map(fitting).collect();
    chosen.retain(|(one, _)| ids.is_empty() || ids.contains(&one.id));
    match chosen.is_empty() {
        true => Err(Error::Unfit("there is no exercise for Rustlings".into())),
        false => Ok(chosen),
    }
}

fn fits(exercise: &Exercise) -> Result<&Code, Error> {
    let (id, metadata) = (&exercise.id, &exercise.metadata);
    let kind = metadata.kind.word();
    let unfit = match (metadata.release, &exercise.code) {
        (Release::SelfStudy, Some(code)) => return Ok(code),
        (Release::SelfStudy, None) => format!("`{id}` is a {kind}: it has no tests"),
        (Release::Graded, _) => {
            format!("`{id}` is graded, and Rustlings shows the solutions")
        }
    };
    Err(Error::Unfit(unfit))
}

fn write_all(
    root: &Path,
    library: &Library,
    chosen: &[(&Exercise, &Code)],
    product: &Path,
) -> Result<(), Error> {
    let (mut taken, mut sources) = (BTreeSet::new(), Vec::new());
    let (mut entries, mut bins) = (Vec::new(), String::new());
    let book = Book::read(root, library)?;
    for (exercise, code) in chosen {
        let entry = entry(exercise, &book, &mut taken)?;
        let prompt = exercise.filled(&exercise.prompt, &Values::new());
        let task = comment(&exercise.metadata.title, &standalone(&book, &prompt)?);
        let (name, dir) = (&entry.name, &entry.dir);
        for (folder, view, bin) in
            [("exercises", View::Stub, name.clone()), ("solutions", View::Solved, solution(name))]
        {
            let path = format!("{folder}/{dir}/{name}.rs");
            bins += &format!("  {{ name = {bin:?}, path = {path:?} }},\n");
            tree::write(product, &path, &program(&task, exercise, code, view))?;
            sources.push(product.join(path));
        }
        entries.push(entry);
    }
    let info = toml::to_string_pretty(&BTreeMap::from([("exercises", entries)]));
    let info = info.map_err(|error| Error::Failed(format!("info.toml: {error}")))?;
    tree::write(product, "info.toml", &format!("{INFO}{info}"))?;
    let manifest = MANIFEST.replace("{bins}", &bins);
    let manifest = manifest.replace("{dependencies}", &companion::dependencies(root)?);
    tree::write(product, "Cargo.toml", &manifest)?;
    tree::write(product, "README.md", README)?;
    tree::write(product, ".gitignore", IGNORED)?;
    for (file, copy) in [("Cargo.lock", "Cargo.lock"), ("exercises/rustfmt.toml", "rustfmt.toml")] {
        tree::copy(&root.join(file), &product.join(copy))?;
    }
    companion::write(root, &product.join("attention"))?;
    format(&sources)
}

fn entry(exercise: &Exercise, book: &Book, taken: &mut BTreeSet<String>) -> Result<Entry, Error> {
    let mut hints = Vec::new();
    for index in 0..exercise.metadata.hints.len() {
        let hint = standalone(book, &exercise.hint(index, &Values::new()))?;
        hints.push(formulas_as_text(hint.trim()));
    }
    if hints.is_empty() {
        hints.push(NO_HINT.to_owned());
    }
    let chapter = &exercise.chapter;
    Ok(Entry {
        name: name(&exercise.crate_name(), taken),
        dir: chapter.replace(|c: char| !c.is_alphanumeric(), "_"),
        test: true,
        strict_clippy: false,
        hint: hints.join("\n\n"),
    })
}

/// Shortens a name so that neither it nor the name of its solution is taken.
fn name(full: &str, taken: &mut BTreeSet<String>) -> String {
    let numbers = (2..).map(|number| format!("_{number}"));
    let names = [String::new()].into_iter().chain(numbers).map(|suffix| {
        let room = LONGEST_NAME - suffix.len();
        let start: String = full.chars().take(room).collect();
        format!("{}{suffix}", start.trim_end_matches('_'))
    });
    let free = |name: &String| !taken.contains(name) && !taken.contains(&solution(name));
    let name = names.into_iter().find(free).unwrap_or_default();
    taken.extend([name.clone(), solution(&name)]);
    name
}

fn solution(name: &str) -> String {
    format!("{name}_sol")
}

fn format(sources: &[PathBuf]) -> Result<(), Error> {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024"]).args(sources);
    let (formatted, said) = toolchain::run(&mut command)?;
    let failed = || Error::Failed(format!("rustfmt failed: {said}"));
    formatted.then_some(()).ok_or_else(failed)
}

/// Returns the file of an exercise or its solution. Code used only by hidden tests is dead here.
fn program(task: &str, exercise: &Exercise, code: &Code, view: View<'_>) -> String {
    let to_do = match (view, exercise.metadata.kind) {
        (View::Solved, _) => "",
        (_, Kind::Bug) => "//\n// TODO: Find the mistake and fix it.\n",
        _ => "//\n// TODO: Replace each `todo!`.\n",
    };
    let values = Values::new();
    let library = code.library.render(view, &values);
    let tests = code.public.render(View::Solved, &values);
    let inner = |line: &str| line.starts_with("//!") || line.starts_with("#![");
    let (about, rest): (Vec<_>, Vec<_>) = tests.lines().partition(|line| inner(line));
    let mut about = about.join("\n");
    if !about.is_empty() {
        about += "\n\n";
    }
    format!(
        "{task}{to_do}#![allow(dead_code, reason = \"tests use it\")]\n{library}\n\
         fn main() {{}}\n\n#[cfg(test)]\nmod tests {{\n{about}use crate as {};\n\n{}\n}}\n",
        exercise.crate_name(),
        rest.join("\n").trim_start(),
    )
}

fn comment(title: &str, prompt: &str) -> String {
    let mut text = format!("// {}\n//\n", formulas_as_text(title));
    let mut fenced = false;
    for line in formulas_as_text(prompt.trim()).lines() {
        fenced ^= line.starts_with("```");
        if fenced || line.starts_with("```") {
            text += format!("// {line}").trim_end();
            text.push('\n');
        } else {
            wrap(line, &mut text);
        }
    }
    text
}

/// Breaks a line between words and appends it as a comment, with list items indented.
fn wrap(line: &str, text: &mut String) {
    let marker = line.split(' ').next().unwrap_or_default();
    let item =
        marker == "-" || marker.ends_with('.') && marker.starts_with(|c: char| c.is_ascii_digit());
    let indent = if item { marker.len() + 1 } else { 0 };
    let mut row = "//".to_owned();
    for word in line.split_whitespace() {
        if row.chars().count() + 1 + word.chars().count() > WIDTH {
            *text += &format!("{row}\n");
            row = format!("//{:indent$}", "");
        }
        row = format!("{row} {word}");
    }
    *text += &format!("{row}\n");
}
