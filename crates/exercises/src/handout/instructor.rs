use dialect::{Code, Exercise, Parameter, Problems, SHARED, SOLUTION, Source, Values, View};

use super::homework::Homework;
use super::student::File;
use super::table::{markdown_row, row};
use super::task::{Task, common};
use crate::plain::Page;

pub(super) fn instructor_files(homework: &Homework) -> Result<Vec<File>, Problems> {
    let mut files = vec![
        ("README.md".to_owned(), summary(homework)),
        ("course.toml".into(), homework.course.source.text.clone()),
        ("points.csv".into(), points_table(homework)),
        ("variants.csv".into(), variants_table(homework)),
    ];
    for (index, task) in homework.tasks.iter().enumerate() {
        let (id, values) = (&task.exercise.id, &common(task).public);
        let mut of_task = Vec::new();
        if let Some(code) = &task.exercise.code {
            of_task.extend(code_files(code, values));
            of_task.extend(hidden_tests(homework, index, code));
        }
        of_task.extend(explanations(homework, &task.exercise, values)?);
        let of_task = of_task.into_iter();
        files.extend(of_task.map(|(name, text)| (format!("{id}/{name}"), text)));
    }
    Ok(files)
}

fn summary(homework: &Homework) -> String {
    let (settings, effort) = (&homework.course.settings, homework.effort());
    let mut text = format!(
        "# {}: for instructors\n\n{}, {}\n\n{effort}.\n\n\
         | Exercise | Kind | Points | Minutes | Objectives |\n|---|---|---:|---:|---|\n",
        settings.title, settings.course, settings.term,
    );
    for Task { exercise, .. } in &homework.tasks {
        let metadata = &exercise.metadata;
        text += &markdown_row(&[
            &format!("[{}]({}/)", metadata.title, exercise.id),
            &metadata.kind.to_string(),
            &metadata.points().to_string(),
            &metadata.minutes.to_string(),
            &metadata.objectives.join(", "),
        ]);
    }
    text += "\n## Objectives\n\n";
    for objective in &homework.objectives {
        let (id, goal) = (&objective.id, &objective.text);
        let mut exercises: Vec<_> = homework.tasks.iter().map(|task| &task.exercise).collect();
        exercises.retain(|one| one.metadata.objectives.contains(id));
        let ids: Vec<_> = exercises.iter().map(|one| &*one.id).collect();
        if !ids.is_empty() {
            text += &format!("- {goal} ({id}): {}\n", ids.join(", "));
        }
    }
    text += "\n## Points\n";
    for Task { exercise, .. } in &homework.tasks {
        let title = &exercise.metadata.title;
        text += &format!("\n### {title}\n\n| For | Where | Points |\n|---|---|---:|\n");
        for (name, place, points) in places(exercise) {
            text += &markdown_row(&[name, place, &points.to_string()]);
        }
    }
    text
}

fn points_table(homework: &Homework) -> String {
    let mut text = String::from("exercise,test,file,points\r\n");
    for Task { exercise, .. } in &homework.tasks {
        for (name, place, points) in places(exercise) {
            text += &row(&[&exercise.id, name, place, &points.to_string()]);
        }
    }
    text
}

fn variants_table(homework: &Homework) -> String {
    let mut text = String::from("student,exercise,parameter,public value,hidden value\r\n");
    for copy in &homework.copies {
        let student = copy.student.as_deref().unwrap_or_default();
        for (task, variant) in homework.tasks.iter().zip(&copy.variants) {
            for Parameter { name, .. } in &task.exercise.metadata.parameters {
                // A copy has values for all parameters.
                let public = variant.public[name].to_string();
                let hidden = variant.hidden[name].to_string();
                text += &row(&[student, &task.exercise.id, name, &public, &hidden]);
            }
        }
    }
    text
}

/// Returns one file for all students, or one for each if their values differ.
fn hidden_tests(homework: &Homework, task: usize, code: &Code) -> Vec<File> {
    let varies = !homework.tasks[task].exercise.metadata.parameters.is_empty();
    let files = homework.copies.iter().map(|copy| {
        let name = match &copy.student {
            Some(student) if varies => format!("hidden/{student}.rs"),
            _ => "hidden.rs".to_owned(),
        };
        let values = &copy.variants[task].hidden;
        let text = code.hidden.render(View::Solved, values);
        // In a student's folder, it is a crate next to `public.rs`.
        (name, text.replace(SHARED, "mod public;\nuse public::"))
    });
    let count = if varies { homework.copies.len() } else { 1 };
    files.take(count).collect()
}

fn explanations(
    homework: &Homework,
    exercise: &Exercise,
    values: &Values,
) -> Result<[File; 2], Problems> {
    let title = &exercise.metadata.title;
    let prompt = exercise.filled(&exercise.prompt, values);
    let text = |source: &Source, others: &[(&Source, &str)]| {
        let mut page = Page::new(&homework.book);
        for (source, place) in others {
            page.refers_to(source, place)?;
        }
        let text = page.text(&exercise.filled(source, values))?;
        Ok::<_, Problems>(format!("{text}\n{}", page.appendix()))
    };
    let solved = exercise.code.as_ref().map(|code| {
        let code = code.library.render(View::Solved, values);
        format!("```rust\n{}\n```", code.trim_end())
    });
    let task = (&prompt, "the task");
    let solution = text(&exercise.solution, &[task])?;
    let solution = solution.replace(SOLUTION, &solved.unwrap_or_default());
    let others = [task, (&exercise.solution, "the solution")];
    let notes = text(&exercise.notes, &others)?;
    let solution = format!("# {title}: solution\n\n{solution}");
    let notes = format!("# {title}: notes\n\n{notes}");
    Ok([("solution.md".into(), solution), ("notes.md".into(), notes)])
}

fn code_files(code: &Code, values: &Values) -> Vec<File> {
    let library = |view| code.library.render(view, values);
    let mut files = vec![
        ("solution.rs".to_owned(), library(View::Solved)),
        ("stub.rs".into(), library(View::Stub)),
        ("public.rs".into(), code.public.render(View::Solved, values)),
    ];
    for (index, mutant) in code.mutants.iter().enumerate() {
        let text = format!(
            "// Fails: {}\n// Misconception: {}\n{}",
            mutant.expect_fail.join(", "),
            mutant.misconception,
            library(View::Mutant(mutant))
        );
        files.push((format!("mutants/{}.rs", index + 1), text));
    }
    files
}

/// Returns the name, file, and points of each test and criterion.
fn places(exercise: &Exercise) -> Vec<(&str, &'static str, u32)> {
    let metadata = &exercise.metadata;
    let tests = metadata.tests.iter();
    let tests = tests.map(|test| (&*test.name, test.file.word(), test.points));
    let rubric = metadata.rubric.iter();
    let rubric = rubric.map(|criterion| (&*criterion.name, "rubric", criterion.points));
    tests.chain(rubric).collect()
}
