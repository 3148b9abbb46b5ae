//! Inserts exercises into the pages of their chapter.

use std::path::Path;

use super::directive::{Directive, expand};
use super::{
    Code, Exercise, Kind, Library, Release, SOLUTION, TestFile, Values, View, counted,
    exercise_tables,
};
use crate::{Expanded, Problem, Problems, Source};

/// Inserts exercises, solutions, and tables where a page requests them.
///
/// # Errors
///
/// Returns a [`Problem`] for each exercise that does not exist or belongs to another chapter, and
/// for each mistake in its texts.
pub fn with_exercises(
    root: &Path,
    page: Expanded,
    library: &Library,
) -> Result<Expanded, Problems> {
    let mut whole = Expanded::empty(&page.file);
    let mut problems = Vec::new();
    // `src/array.md`, `src/array/exercises.md`
    let chapter = page.file.trim_end_matches(".md").split('/').nth(1);
    for (line, file, number) in page.lines() {
        let here = |one: &&Exercise| chapter == Some(&one.chapter);
        let shown = match Directive::parse(line) {
            None => {
                push(&mut whole, line, file, number);
                continue;
            }
            Some(Directive::Tables) => {
                push(&mut whole, exercise_tables(library).trim_end(), file, number);
                continue;
            }
            Some(Directive::Solutions(which)) => {
                let of_chapter = library.exercises.iter().filter(here);
                let chosen = of_chapter.skip(which.start).take(which.len());
                let wrong = chosen.filter_map(|one| solution(root, one, &mut whole).err());
                Problems(wrong.flatten().collect()).or(())
            }
            Some(Directive::Exercise(id)) => match library.get(id) {
                Some(exercise) if here(&exercise) => show(root, exercise, &mut whole),
                Some(Exercise { chapter, .. }) => {
                    let message = format!("`{id}` belongs to the chapter {chapter}");
                    Err(Problem::new(file, number, message).into())
                }
                None => {
                    let message = format!("there is no exercise `{id}`");
                    Err(Problem::new(file, number, message).into())
                }
            },
        };
        problems.extend(shown.err().into_iter().flatten());
    }
    Problems(problems).or(whole)
}

/// Appends lines with the same origin.
fn push(page: &mut Expanded, lines: &str, file: &str, line: usize) {
    for text in lines.split('\n') {
        page.push(text, file, line);
    }
}

fn show(root: &Path, exercise: &Exercise, page: &mut Expanded) -> Result<(), Problems> {
    let (toml, values) = (&exercise.toml, Values::new());
    let heading = format!("## {} {{#ex:{}}}\n", exercise.metadata.title, exercise.id);
    push(page, &heading, &toml.file, toml.line_of("title"));
    let facts = format!("{}\n", facts(exercise));
    push(page, &facts, &toml.file, toml.line_of("requires ="));
    let prompt = expand(root, &exercise.filled(&exercise.prompt, &values))?;
    prompt.lines().for_each(|(line, file, number)| page.push(line, file, number));
    if let Some(code) = &exercise.code {
        start(exercise, code, page);
    }
    hints(exercise, page);
    if exercise.metadata.release == Release::SelfStudy {
        let link = format!("\n[Solution](#solution:{})\n", exercise.id);
        push(page, &link, &exercise.solution.file, 1);
    }
    Ok(())
}

fn facts(exercise: &Exercise) -> String {
    let metadata = &exercise.metadata;
    let (kind, difficulty) = (metadata.kind, metadata.difficulty_word());
    let minutes = counted(metadata.minutes, "minute");
    let mut facts = format!("*{kind}* · {difficulty} · {minutes}");
    for (index, label) in metadata.requires.iter().enumerate() {
        let before = if index == 0 { " · after " } else { ", " };
        let word = if label.starts_with("ex:") { "Exercise" } else { "Section" };
        facts += &format!("{before}[{word}](#{label})");
    }
    facts
}

fn start(exercise: &Exercise, code: &Code, page: &mut Expanded) {
    let id = &exercise.id;
    let stub = fenced(&code.library.render(View::Stub, &Values::new()));
    let commands = format!(
        "`cargo exercise start {id}` writes this code to `my-solutions/examples/{id}/lib.rs`, and \
         `cargo exercise check {id}` tests your version."
    );
    let open = opened("", "Starter code");
    let shown = match exercise.metadata.kind {
        // This code is the subject of the task and is therefore not folded.
        Kind::Bug => format!("\n{stub}\n\n{commands}"),
        _ => format!("{open}\n{commands}\n\n{stub}\n{CLOSED}"),
    };
    push(page, &shown, &code.library.file, 1);
    let tests = fenced(&code.public.render(View::Solved, &Values::new()));
    let hidden = exercise.metadata.tests_in(TestFile::Hidden).count();
    let more = counted(hidden, "more test");
    let more = format!("`cargo exercise check {id}` runs {more}.");
    let shown = format!("{}\n{tests}\n\n{more}\n{CLOSED}", opened("", "Tests"));
    push(page, &shown, &code.public.file, 1);
}

fn hints(exercise: &Exercise, page: &mut Expanded) {
    let count = exercise.metadata.hints.len();
    for index in 0..count {
        let summary = match count {
            1 => "Hint".to_owned(),
            count => format!("Hint {} of {count}", index + 1),
        };
        let hint = exercise.hint(index, &Values::new());
        let opening = opened(" class=\"hint\"", &summary);
        push(page, &opening, &hint.file, 1);
        for (line, text) in (exercise.hint_line(index) + 1..).zip(hint.text.lines()) {
            page.push(text, &hint.file, line);
        }
        push(page, CLOSED, &hint.file, 1);
    }
}

/// Appends the solution, unless the exercise is graded.
fn solution(root: &Path, exercise: &Exercise, page: &mut Expanded) -> Result<(), Problems> {
    let metadata = &exercise.metadata;
    if metadata.release != Release::SelfStudy {
        return Ok(());
    }
    let text = expand(root, &exercise.filled(&exercise.solution, &Values::new()))?;
    let (file, toml) = (&exercise.solution.file, &exercise.toml);
    let (id, title) = (&exercise.id, &metadata.title);
    let heading = format!("## {title} {{#solution:{id}}}\n\nThis solves [Exercise](#ex:{id}).\n");
    push(page, &heading, &toml.file, toml.line_of("title"));
    for (line, origin, number) in text.lines() {
        match &exercise.code {
            Some(code) if line.trim_end() == SOLUTION => {
                let solved = match metadata.kind {
                    Kind::Bug => format!("```diff\n{}```", code.library.changes(true)),
                    _ => fenced(&code.library.changes(false)),
                };
                push(page, &solved, &code.library.file, 1);
            }
            _ => page.push(line, origin, number),
        }
    }
    let rubric = &metadata.rubric;
    if !rubric.is_empty() {
        push(page, "\nCriteria:\n", file, 1);
    }
    for criterion in rubric {
        let line = toml.line_of(&criterion.name);
        page.push(&format!("- {criterion}"), &toml.file, line);
    }
    page.push("", file, 1);
    Ok(())
}

/// Starts a part that opens with a click, without a script.
fn opened(attributes: &str, summary: &str) -> String {
    format!("\n<details{attributes}>\n<summary>{summary}</summary>\n")
}

const CLOSED: &str = "\n</details>\n";

fn fenced(code: &str) -> String {
    format!("```rust\n{}\n```", code.trim_end())
}

impl Exercise {
    /// Returns the line of `exercise.toml` where a hint, counted from 0, starts.
    pub fn hint_line(&self, hint: usize) -> usize {
        let lines = self.toml.text.lines().enumerate();
        let mut starts = lines.filter(|(_, line)| line.trim() == "[[hint]]");
        starts.nth(hint).map_or(1, |(index, _)| index + 1)
    }

    /// Returns the text of a hint, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if there is no such hint.
    pub fn hint(&self, hint: usize, values: &Values) -> Source {
        Source {
            file: self.toml.file.clone(),
            text: self.fill(self.metadata.hints[hint].text.trim(), values),
        }
    }

    /// Fills in the parameters of a text from `values` or, if missing there, from the sources.
    pub fn filled(&self, source: &Source, values: &Values) -> Source {
        Source { file: source.file.clone(), text: self.fill(&source.text, values) }
    }
}
