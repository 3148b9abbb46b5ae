//! An exercise as its chapter shows it.

use std::path::Path;

use super::exercise_tables;
use super::{
    Annotated, Code, Exercise, Kind, Library, Release, SOLUTION, TestFile, Values, View,
};
use crate::{Expanded, Problem, Source, expand};

/// `{{#exercise id}}` stands for an exercise, `{{#exercises}}` for the tables of all.
const ONE: &str = "{{#exercise ";
const ALL: &str = "{{#exercises}}";

/// Whether a line is a directive of this module.
pub(crate) fn is_exercise_directive(file: &str, line: &str) -> bool {
    let one = id_in(line);
    let solution = line == SOLUTION && file.ends_with("/solution.md");
    one.is_some_and(super::metadata::is_id) || line == ALL || solution
}

/// The hidden lines that `# {{#stub}}` or `# {{#solved}}` stands for: a snippet in the texts of an
/// exercise runs the very code of the exercise. Only `solution.md` may show it solved.
pub(crate) fn hidden_code(
    root: &Path,
    file: &str,
    line: &str,
) -> Option<Result<Vec<String>, String>> {
    let view = match line {
        "# {{#stub}}" => View::Stub,
        "# {{#solved}}" => View::Solved,
        _ => return None,
    };
    let (folder, name) = file.rsplit_once('/')?;
    if matches!(view, View::Solved) && name != "solution.md" {
        return Some(Err("only solution.md shows solved code".into()));
    }
    let source = Source::read(root, format!("{folder}/src/lib.rs"));
    let code = source.and_then(|source| Annotated::parse(&source));
    Some(code.map_err(|problem| problem.to_string()).map(|code| {
        let code = code.render(view, &Values::new());
        // Documentation of the file would have to come first.
        let documents = |line: &&str| line.starts_with("//!") || line.is_empty();
        let lines = code.lines().skip_while(documents);
        lines.map(|line| format!("# {line}")).collect()
    }))
}

/// The id in a line that stands for an exercise.
pub(super) fn id_in(line: &str) -> Option<&str> {
    line.strip_prefix(ONE)?.strip_suffix("}}")
}

/// Puts exercises and tables where a page asks for them.
///
/// # Errors
///
/// A [`Problem`] for each exercise that does not exist or is of another chapter, and for what is wrong
/// in its texts.
///
/// ```
/// let source = dialect::Source { file: "src/a.md".into(), text: "{{#exercise no}}\n".into() };
/// let page = dialect::expand("/".as_ref(), &source).unwrap();
/// let library = dialect::Library::default();
/// let problems = dialect::with_exercises("/".as_ref(), page, &library).unwrap_err();
/// assert_eq!(problems[0].to_string(), "src/a.md:1: there is no exercise `no`");
/// ```
pub fn with_exercises(
    root: &Path,
    page: Expanded,
    library: &Library,
) -> Result<Expanded, Vec<Problem>> {
    if !page.text.contains("{{#exercise") {
        return Ok(page);
    }
    let mut whole = Expanded::empty(&page.file);
    let mut problems = Vec::new();
    let mut offset = 0;
    for line in page.text.split_inclusive('\n') {
        let (file, number) = page.origin(offset);
        let (file, text) = (file.to_owned(), line.trim_end_matches('\n'));
        let id = id_in(text);
        if text == ALL {
            for row in exercise_tables(library).lines() {
                whole.push(row, &file, number);
            }
        } else if let Some(id) = id {
            let chapter = page.file.trim_end_matches(".md").rsplit('/').next();
            let found = library
                .get(id)
                .ok_or_else(|| format!("there is no exercise `{id}`"))
                .and_then(|exercise| match chapter {
                    Some(chapter) if exercise.chapter == chapter => Ok(exercise),
                    _ => Err(format!("`{id}` is of the chapter {}", exercise.chapter)),
                });
            match found.map(|exercise| show(root, exercise, &mut whole)) {
                Ok(Ok(())) => {}
                Ok(Err(found)) => problems.extend(found),
                Err(message) => problems.push(page.problem(offset, message)),
            }
        } else {
            whole.push(text, &file, number);
        }
        offset += line.len();
    }
    if problems.is_empty() {
        Ok(whole)
    } else {
        Err(problems)
    }
}

/// Appends the whole exercise to a page.
fn show(
    root: &Path,
    exercise: &Exercise,
    page: &mut Expanded,
) -> Result<(), Vec<Problem>> {
    let toml = &exercise.toml;
    let heading = format!("### {} {{#ex:{}}}", exercise.metadata.title, exercise.id);
    for (text, key) in [
        (&*heading, "title"),
        ("", "title"),
        (&*facts(exercise), "requires ="),
        ("", "requires ="),
    ] {
        page.push(text, &toml.file, toml.line_of(key));
    }
    copy(
        &expand(root, &exercise.filled(&exercise.prompt, &Values::new()))?,
        page,
    );
    if let Some(code) = &exercise.code {
        start(exercise, code, page);
    }
    hints(exercise, page);
    if exercise.metadata.release == Release::SelfStudy {
        solution(root, exercise, page)?;
    }
    Ok(())
}

/// Kind, difficulty, time, and what to have read before.
fn facts(exercise: &Exercise) -> String {
    let metadata = &exercise.metadata;
    let minutes = match metadata.minutes {
        1 => "1 minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    };
    let mut facts = format!(
        "*{}* · {} · {minutes}",
        metadata.kind,
        metadata.difficulty_word()
    );
    let links = metadata.requires.iter().map(|label| {
        let word = if label.starts_with("ex:") {
            "Exercise"
        } else {
            "Section"
        };
        format!("[{word}](#{label})")
    });
    let links: Vec<_> = links.collect();
    if !links.is_empty() {
        facts.push_str(&format!(" · after {}", links.join(", ")));
    }
    facts
}

/// The code to start from and the tests.
fn start(exercise: &Exercise, code: &Code, page: &mut Expanded) {
    let id = &exercise.id;
    let stub = code.library.render(View::Stub, &Values::new());
    let public = code.public.render(View::Solved, &Values::new());
    let commands = format!(
        "`cargo exercise start {id}` writes this code to `my-solutions/examples/{id}/lib.rs`, and \
         `cargo exercise check {id}` tests what you make of it."
    );
    let library = code.library.file.clone();
    if exercise.metadata.kind == Kind::Bug {
        // It is what the task is about.
        page.push("", &library, 1);
        fenced(page, &stub, &library);
        page.push("", &library, 1);
        page.push(&commands, &library, 1);
    } else {
        folded(page, "Code to start from", &library, |page| {
            page.push(&commands, &library, 1);
            page.push("", &library, 1);
            fenced(page, &stub, &library);
        });
    }
    let hidden = exercise.metadata.tests_in(TestFile::Hidden).count();
    let s = if hidden == 1 { "" } else { "s" };
    let more = format!("`cargo exercise check {id}` runs {hidden} more test{s}.");
    folded(page, "Tests", &code.public.file, |page| {
        fenced(page, &public, &code.public.file);
        page.push("", &code.public.file, 1);
        page.push(&more, &code.public.file, 1);
    });
}

/// One after the other, each folded.
fn hints(exercise: &Exercise, page: &mut Expanded) {
    let hints = &exercise.metadata.hints;
    let toml = &exercise.toml;
    for (index, hint) in hints.iter().enumerate() {
        let summary = match hints.len() {
            1 => "Hint".to_owned(),
            count => format!("Hint {} of {count}", index + 1),
        };
        let text = exercise.fill(&hint.text, &Values::new());
        let start = exercise.hint_line(index) + 1;
        folded(page, &summary, &toml.file, |page| {
            for (line, text) in text.trim().lines().enumerate() {
                page.push(text, &toml.file, start + line);
            }
        });
    }
}

fn solution(
    root: &Path,
    exercise: &Exercise,
    page: &mut Expanded,
) -> Result<(), Vec<Problem>> {
    let text = expand(root, &exercise.filled(&exercise.solution, &Values::new()))?;
    let file = exercise.solution.file.clone();
    let code = exercise.code.as_ref().map(|code| {
        let solved = code.library.render(View::Solved, &Values::new());
        (solved, code.library.file.clone())
    });
    folded(page, "Solution", &file, |page| {
        let mut offset = 0;
        for line in text.text.split_inclusive('\n') {
            let (origin, number) = text.origin(offset);
            match &code {
                Some((solved, library)) if line.trim_end() == SOLUTION => {
                    fenced(page, solved, library);
                }
                _ => page.push(line.trim_end_matches('\n'), origin, number),
            }
            offset += line.len();
        }
        if !exercise.metadata.rubric.is_empty() {
            page.push("", &file, 1);
            page.push("What counts:", &file, 1);
            page.push("", &file, 1);
        }
        for criterion in &exercise.metadata.rubric {
            let toml = &exercise.toml;
            let s = if criterion.points == 1 { "" } else { "s" };
            let row = format!("- {} ({} point{s})", criterion.name, criterion.points);
            page.push(&row, &toml.file, toml.line_of(&criterion.name));
        }
    });
    Ok(())
}

/// A part that a click opens. It needs no script.
fn folded(
    page: &mut Expanded,
    summary: &str,
    file: &str,
    inside: impl FnOnce(&mut Expanded),
) {
    for line in [
        "",
        "<details>",
        &format!("<summary>{summary}</summary>"),
        "",
    ] {
        page.push(line, file, 1);
    }
    inside(page);
    for line in ["", "</details>", ""] {
        page.push(line, file, 1);
    }
}

fn fenced(page: &mut Expanded, code: &str, file: &str) {
    page.push("```rust", file, 1);
    for line in code.trim_end().lines() {
        page.push(line, file, 1);
    }
    page.push("```", file, 1);
}

fn copy(text: &Expanded, page: &mut Expanded) {
    let mut offset = 0;
    for line in text.text.split_inclusive('\n') {
        let (file, number) = text.origin(offset);
        page.push(line.trim_end_matches('\n'), file, number);
        offset += line.len();
    }
}

impl Exercise {
    /// The line of `exercise.toml` where a hint, counted from 0, starts.
    pub fn hint_line(&self, hint: usize) -> usize {
        let lines = self.toml.text.lines().enumerate();
        let mut starts = lines.filter(|(_, line)| line.trim() == "[[hint]]");
        starts.nth(hint).map_or(1, |(index, _)| index + 1)
    }

    /// A text with values in place of the parameters, and with those of the sources for parameters that
    /// have none.
    pub fn filled(&self, source: &Source, values: &Values) -> Source {
        Source {
            file: source.file.clone(),
            text: self.fill(&source.text, values),
        }
    }
}
