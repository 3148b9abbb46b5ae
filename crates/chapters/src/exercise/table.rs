//! The tables of all exercises, for people who teach.

use std::fmt::Write;

use super::{Exercise, Kind, Library};

/// Markdown: a table of the chapters, then for each objective its exercises from easy to hard.
///
/// ```
/// let tables = chapters::exercise_tables(&chapters::Library::default());
/// assert!(tables.starts_with("| Chapter | "));
/// ```
pub fn exercise_tables(library: &Library) -> String {
    let mut text = String::new();
    chapters(library, &mut text);
    text.push('\n');
    text.push_str("| Objective | Exercise | Kind | Difficulty | Minutes |\n");
    text.push_str("|---|---|---|---|---:|\n");
    for objective in &library.objectives {
        let mut exercises: Vec<_> = library
            .exercises
            .iter()
            .filter(|exercise| exercise.metadata.objectives.contains(&objective.id))
            .collect();
        exercises.sort_by_key(|one| (one.metadata.difficulty, one.metadata.minutes));
        let mut name = format!("{} (`{}`)", objective.text, objective.id);
        for exercise in exercises {
            let metadata = &exercise.metadata;
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "| {} | [Exercise](#ex:{}) {} | {} | {} {} | {} |",
                std::mem::take(&mut name),
                exercise.id,
                metadata.title,
                metadata.kind,
                metadata.difficulty,
                metadata.difficulty_word(),
                metadata.minutes,
            );
        }
    }
    text
}

fn chapters(library: &Library, text: &mut String) {
    const KINDS: [Kind; 5] = [
        Kind::Code,
        Kind::Bug,
        Kind::Experiment,
        Kind::Proof,
        Kind::Essay,
    ];
    text.push_str("| Chapter | Exercises |");
    for kind in KINDS {
        let _ = write!(text, " {kind} |");
    }
    text.push_str(
        " Minutes | Points |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut names: Vec<_> = library.exercises.iter().map(|one| &one.chapter).collect();
    names.dedup();
    for name in names {
        let of_chapter: Vec<&Exercise> = library
            .exercises
            .iter()
            .filter(|exercise| exercise.chapter == *name)
            .collect();
        let count = |kind| {
            of_chapter
                .iter()
                .filter(|one| one.metadata.kind == kind)
                .count()
        };
        let _ = write!(text, "| [Chapter](#ch:{name}) | {} |", of_chapter.len());
        for kind in KINDS {
            let _ = write!(text, " {} |", count(kind));
        }
        let minutes: u32 = of_chapter.iter().map(|one| one.metadata.minutes).sum();
        let points: u32 = of_chapter.iter().map(|one| one.metadata.points()).sum();
        let _ = writeln!(text, " {minutes} | {points} |");
    }
}
