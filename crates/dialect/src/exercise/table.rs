//! The tables of all exercises, for people who teach.

use std::fmt::Write;

use super::{Exercise, Kind, Library};

/// Markdown: a table of the chapters, then for each objective its exercises from easy to hard.
///
/// ```
/// let tables = dialect::exercise_tables(&dialect::Library::default());
/// assert!(tables.starts_with("| Chapter | "));
/// ```
pub fn exercise_tables(library: &Library) -> String {
    let mut text = String::new();
    chapters(library, &mut text);
    for objective in &library.objectives {
        let mut exercises: Vec<_> = library
            .exercises
            .iter()
            .filter(|exercise| exercise.metadata.objectives.contains(&objective.id))
            .collect();
        exercises.sort_by_key(|one| (one.metadata.difficulty, one.metadata.minutes));
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "\n### {} {{#objective-{}}}\n\n\
             `--objective {}`\n\n\
             | Exercise | Kind | Variants | Difficulty | Minutes |\n|---|---|---|---:|---:|\n",
            objective.text, objective.id, objective.id
        );
        for exercise in exercises {
            row(exercise, &mut text);
        }
    }
    text
}

fn row(exercise: &Exercise, text: &mut String) {
    let metadata = &exercise.metadata;
    let _ = writeln!(
        text,
        "| [Exercise](#ex:{}) {} | {} | {} | {} | {} |",
        exercise.id,
        metadata.title,
        metadata.kind,
        if metadata.parameters.is_empty() {
            "no"
        } else {
            "yes"
        },
        metadata.difficulty,
        metadata.minutes,
    );
}

fn chapters(library: &Library, text: &mut String) {
    const KINDS: [(Kind, &str); 5] = [
        (Kind::Code, "Code"),
        (Kind::Bug, "Bug"),
        (Kind::Experiment, "Experiment"),
        (Kind::Proof, "Paper"),
        (Kind::Essay, "Discussion"),
    ];
    text.push_str("| Chapter | All |");
    for (_, word) in KINDS {
        let _ = write!(text, " {word} |");
    }
    text.push_str(" Minutes |\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
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
        for (kind, _) in KINDS {
            let _ = write!(text, " {} |", count(kind));
        }
        let minutes: u32 = of_chapter.iter().map(|one| one.metadata.minutes).sum();
        let _ = writeln!(text, " {minutes} |");
    }
}
