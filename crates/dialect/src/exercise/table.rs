//! Tables of all exercises, for teachers.

use super::{Exercise, Kind, Library, Objective};

/// Returns a table of the chapters as Markdown, followed by the exercises for each objective from
/// easy to hard.
pub fn exercise_tables(library: &Library) -> String {
    let mut text = chapters(library);
    for Objective { id, text: goal } in &library.objectives {
        let trains = |one: &&Exercise| one.metadata.objectives.contains(id);
        let mut exercises: Vec<_> = library.exercises.iter().filter(trains).collect();
        exercises.sort_by_key(|one| (one.metadata.difficulty, one.metadata.minutes));
        text += &format!(
            "\n### {goal} {{#objective-{id}}}\n\n`--objective {id}`\n\n\
             | Exercise | Kind | Variants | Difficulty | Minutes |\n|---|---|---|---:|---:|\n"
        );
        for Exercise { id, metadata, .. } in exercises {
            let variants = if metadata.parameters.is_empty() { "no" } else { "yes" };
            text += &format!(
                "| [Exercise](#ex:{id}) {} | {} | {variants} | {} | {} |\n",
                metadata.title, metadata.kind, metadata.difficulty, metadata.minutes
            );
        }
    }
    text
}

fn chapters(library: &Library) -> String {
    const KINDS: [(Kind, &str); 5] = [
        (Kind::Code, "Code"),
        (Kind::Bug, "Bug"),
        (Kind::Experiment, "Experiment"),
        (Kind::Proof, "Paper"),
        (Kind::Essay, "Discussion"),
    ];
    let words = KINDS.map(|(_, word)| word).join(" | ");
    let mut text = format!(
        "| Chapter | All | {words} | Minutes |\n|---|---:|---:|---:|---:|---:|---:|---:|\n"
    );
    let of_one = |one: &Exercise, other: &Exercise| one.chapter == other.chapter;
    for exercises in library.exercises.chunk_by(of_one) {
        let kinds = || exercises.iter().map(|one| one.metadata.kind);
        let of = |kind| kinds().filter(|one| *one == kind).count();
        let counts = KINDS.map(|(kind, _)| of(kind).to_string()).join(" | ");
        let minutes: u32 = exercises.iter().map(|one| one.metadata.minutes).sum();
        let (chapter, all) = (&exercises[0].chapter, exercises.len());
        text += &format!("| [Chapter](#ch:{chapter}) | {all} | {counts} | {minutes} |\n");
    }
    text
}
