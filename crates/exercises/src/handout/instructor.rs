//! What the instructor gets.

use std::fmt::Write;

use dialect::{Annotated, Exercise, Problem, SOLUTION, TestFile, Values, View};

use super::Handout;
use super::markdown::Page;
use super::student::{File, in_table};
use super::table;
use super::task::{Task, common};
use crate::variant::Drawn;

impl Handout<'_> {
    /// All files of the folder for instructors.
    pub(super) fn instructor_files(&self) -> Result<Vec<File>, Vec<Problem>> {
        let mut files = vec![
            ("README.md".to_owned(), self.overview()),
            ("course.toml".into(), self.course.source.text.clone()),
            ("points.csv".into(), self.points_table()),
            ("variants.csv".into(), self.variants_table()),
        ];
        for task in &self.tasks {
            let id = &task.exercise.id;
            let of_task = self.instructor_exercise(task)?.into_iter();
            files.extend(of_task.map(|(name, text)| (format!("{id}/{name}"), text)));
        }
        Ok(files)
    }

    /// Points, minutes and objectives.
    fn overview(&self) -> String {
        let course = &self.course;
        let mut text = format!(
            "# {}: for instructors\n\n{}, {}\n\n{}.\n\n",
            course.title,
            course.name,
            course.term,
            self.effort()
        );
        text.push_str("| Exercise | Kind | Points | Minutes | Objectives |\n|---|---|---:|---:|---|\n");
        for task in &self.tasks {
            let metadata = &task.exercise.metadata;
            let _ = writeln!(
                text,
                "| [{}]({}/) | {} | {} | {} | {} |",
                in_table(&metadata.title),
                task.exercise.id,
                metadata.kind,
                metadata.points(),
                metadata.minutes,
                metadata.objectives.join(", "),
            );
        }
        self.objectives_of_tasks(&mut text);
        text.push_str("\n## Points\n");
        for task in &self.tasks {
            points_of_task(task, &mut text);
        }
        text
    }

    fn objectives_of_tasks(&self, text: &mut String) {
        text.push_str("\n## Objectives\n\n");
        for objective in &self.objectives {
            let tasks = self.tasks.iter().map(|task| &task.exercise);
            let trains =
                |one: &&Exercise| one.metadata.objectives.contains(&objective.id);
            let ids: Vec<_> = tasks.filter(trains).map(|one| &*one.id).collect();
            if !ids.is_empty() {
                let (id, ids) = (&objective.id, ids.join(", "));
                let _ = writeln!(text, "- {} ({id}): {ids}", objective.text);
            }
        }
    }

    fn points_table(&self) -> String {
        let mut text = table::row(&["exercise", "test", "file", "points"]);
        for task in &self.tasks {
            for (name, place, points) in places(&task.exercise) {
                let cells = [&task.exercise.id, name, place, &points.to_string()];
                text.push_str(&table::row(&cells));
            }
        }
        text
    }

    fn variants_table(&self) -> String {
        let head = [
            "student",
            "exercise",
            "parameter",
            "public value",
            "hidden value",
        ];
        let mut text = table::row(&head);
        for copy in &self.copies {
            let student = copy.student.as_deref().unwrap_or_default();
            for (task, variant) in self.tasks.iter().zip(&copy.variants) {
                for parameter in &task.exercise.metadata.parameters {
                    let name = &parameter.name;
                    let value = |values: &Values| {
                        values
                            .get(name)
                            .map(ToString::to_string)
                            .unwrap_or_default()
                    };
                    text.push_str(&table::row(&[
                        student,
                        &task.exercise.id,
                        name,
                        &value(&variant.public),
                        &value(&variant.hidden),
                    ]));
                }
            }
        }
        text
    }

    fn instructor_exercise(&self, task: &Task) -> Result<Vec<File>, Vec<Problem>> {
        let values = &common(task).public;
        let exercise = &task.exercise;
        let mut files = Vec::new();
        if let Some(code) = &exercise.code {
            let rust = |file: &Annotated, view| file.render(view, values);
            files.extend([
                ("solution.rs".to_owned(), rust(&code.library, View::Solved)),
                ("stub.rs".into(), rust(&code.library, View::Stub)),
                ("public.rs".into(), rust(&code.public, View::Solved)),
            ]);
            for copy in &self.copies {
                let variant = self.tasks.iter().zip(&copy.variants);
                let variant = variant
                    .filter(|(other, _)| other.exercise.id == exercise.id)
                    .map(|(_, variant)| variant);
                let varies = !exercise.metadata.parameters.is_empty();
                for Drawn { hidden, .. } in variant {
                    let name = match &copy.student {
                        Some(student) if varies => format!("hidden/{student}.rs"),
                        _ => "hidden.rs".to_owned(),
                    };
                    let text = code.hidden.render(View::Solved, hidden);
                    if files.iter().all(|(known, _)| *known != name) {
                        files.push((name, text));
                    }
                }
            }
            for (index, mutant) in code.mutants.iter().enumerate() {
                let text = format!(
                    "// Fails: {}\n// Misconception: {}\n{}",
                    mutant.expect_fail.join(", "),
                    mutant.misconception,
                    code.library
                        .render(View::Mutant(mutant.region, &mutant.text), values)
                );
                files.push((format!("mutants/{}.rs", index + 1), text));
            }
        }
        files.extend(self.explanations(task, values)?);
        Ok(files)
    }

    /// Solution and notes.
    fn explanations(
        &self,
        task: &Task,
        values: &Values,
    ) -> Result<[File; 2], Vec<Problem>> {
        let exercise = &task.exercise;
        let title = &exercise.metadata.title;
        let prompt = exercise.filled(&exercise.prompt, values);
        let mut page = Page::new(self.root, &self.book);
        page.refers_to(&prompt, "the task")?;
        let text = page.text(&exercise.filled(&exercise.solution, values))?;
        let solved = exercise.code.as_ref().map(|code| {
            let code = code.library.render(View::Solved, values);
            format!("```rust\n{}\n```", code.trim_end())
        });
        let text = text.replace(SOLUTION, &solved.unwrap_or_default());
        let solution = format!("# {title}: solution\n\n{text}\n{}", page.appendix());
        let mut page = Page::new(self.root, &self.book);
        page.refers_to(&prompt, "the task")?;
        page.refers_to(&exercise.solution, "the solution")?;
        let text = page.text(&exercise.filled(&exercise.notes, values))?;
        let notes = format!("# {title}: notes\n\n{text}\n{}", page.appendix());
        Ok([("solution.md".into(), solution), ("notes.md".into(), notes)])
    }
}

/// The table of all that is worth points.
fn points_of_task(task: &Task, text: &mut String) {
    let title = &task.exercise.metadata.title;
    let _ = write!(
        text,
        "\n### {title}\n\n| For | Where | Points |\n|---|---|---:|\n"
    );
    for (name, place, points) in places(&task.exercise) {
        let _ = writeln!(text, "| {} | {place} | {points} |", in_table(name));
    }
}

/// All that is worth points: its name, where it stands, and the points.
fn places(exercise: &Exercise) -> Vec<(&str, &'static str, u32)> {
    let metadata = &exercise.metadata;
    let tests = metadata.tests.iter().map(|test| {
        let place = match test.file {
            TestFile::Public => "public",
            TestFile::Hidden => "hidden",
        };
        (&*test.name, place, test.points)
    });
    let rubric = metadata.rubric.iter();
    let rubric = rubric.map(|criterion| (&*criterion.name, "rubric", criterion.points));
    tests.chain(rubric).collect()
}
