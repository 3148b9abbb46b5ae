use dialect::{Problem, Problems, TestFile, Values, View, counted};

use super::homework::Homework;
use super::table::markdown_row;
use super::task::{Copy, Task};
use crate::plain::Page;
use crate::variant::Drawn;

/// A path in the folder of the student, and the text of the file.
pub(super) type File = (String, String);

/// Returns all files of one student, except those that cargo needs.
pub(super) fn student_files(homework: &Homework, copy: &Copy) -> Result<Vec<File>, Problems> {
    let mut files = vec![("README.md".to_owned(), overview(homework, copy))];
    if homework.has_code() {
        files.push((".gitignore".into(), "/target\n".into()));
    }
    for (task, variant) in homework.tasks.iter().zip(&copy.variants) {
        let id = &task.exercise.id;
        let of_task = student_exercise(homework, task, variant)?.into_iter();
        files.extend(of_task.map(|(name, text)| (format!("{id}/{name}"), text)));
    }
    Ok(files)
}

fn overview(homework: &Homework, copy: &Copy) -> String {
    let settings = &homework.course.settings;
    let mut text = format!("# {}\n\n{}, {}", settings.title, settings.course, settings.term);
    if let Some(student) = &copy.student {
        text += &format!(", for {student}");
    }
    if let Some(due) = &settings.due {
        text += &format!(". Due: {due}");
    }
    text += "\n\n| Exercise | Folder | Points | Minutes |\n|---|---|---:|---:|\n";
    for task in &homework.tasks {
        let (id, metadata) = (&task.exercise.id, &task.exercise.metadata);
        text += &markdown_row(&[
            &metadata.title,
            &format!("[`{id}`]({id}/README.md)"),
            &metadata.points().to_string(),
            &metadata.minutes.to_string(),
        ]);
    }
    let (points, minutes) = homework.totals();
    text += &format!("| **Total** | | {points} | {minutes} |\n");
    text += &instructions(homework);
    text
}

/// Returns the README's sections on tests, answers, and licenses.
fn instructions(homework: &Homework) -> String {
    let settings = &homework.course.settings;
    let code = homework.tasks.iter().find(|task| task.exercise.code.is_some());
    let id = code.map_or("", |task| &task.exercise.id);
    let run = include_str!("texts/run.md").replace("{id}", id);
    let has_answers = homework.tasks.iter().any(has_answer);
    let (has_code, vendor) = (code.is_some(), settings.vendor.unwrap_or(true));
    let parts = [
        (has_code, &*run),
        (has_code, include_str!("texts/tested.md")),
        (has_code && vendor, include_str!("texts/offline.md")),
        (has_code && settings.hints, include_str!("texts/hints.md")),
        (has_answers, include_str!("texts/answer.md")),
        (true, include_str!("texts/licenses.md")),
        (has_code, include_str!("texts/licenses-code.md")),
        (has_code && vendor, include_str!("texts/licenses-vendor.md")),
    ];
    let parts = parts.iter().filter(|(needed, _)| *needed);
    parts.map(|(_, text)| format!("\n{text}")).collect()
}

fn student_exercise(
    homework: &Homework,
    task: &Task,
    variant: &Drawn,
) -> Result<Vec<File>, Problems> {
    let (exercise, values) = (&task.exercise, &variant.public);
    let title = &exercise.metadata.title;
    let mut files = vec![("README.md".to_owned(), readme(homework, task, values)?)];
    if homework.course.settings.hints && !exercise.metadata.hints.is_empty() {
        files.push(("hints.md".into(), hints(homework, task, values)?));
    }
    if has_answer(task) {
        files.push(("answer.md".into(), format!("# {title}: answer\n\n")));
    }
    if let Some(code) = &exercise.code {
        let library = code.library.render(View::Stub, values);
        let public = code.public.render(View::Solved, values);
        files.push(("src/lib.rs".into(), library));
        files.push(("tests/public.rs".into(), public));
    }
    Ok(files)
}

fn readme(homework: &Homework, task: &Task, values: &Values) -> Result<String, Problems> {
    let mut page = Page::new(&homework.book);
    let facts = facts(task, &mut page)?;
    let prompt = task.overlay.as_ref().unwrap_or(&task.exercise.prompt);
    let prompt = page.text(&task.exercise.filled(prompt, values))?;
    Ok(format!(
        "# {}\n\n{facts}\n\n{prompt}\n{}\n## Points\n\n{}",
        task.exercise.metadata.title,
        page.appendix(),
        points(task),
    ))
}

fn hints(homework: &Homework, task: &Task, values: &Values) -> Result<String, Problems> {
    let exercise = &task.exercise;
    let mut page = Page::new(&homework.book);
    page.refers_to(&exercise.prompt, "the task")?;
    let mut text = format!("# {}: hints\n", exercise.metadata.title);
    let count = exercise.metadata.hints.len();
    for index in 0..count {
        let shown = page.text(&exercise.hint(index, values));
        let shown = shown.map_err(|mut problems| {
            for problem in &mut problems.0 {
                problem.line += exercise.hint_line(index);
            }
            problems
        })?;
        let number = index + 1;
        text += &format!(
            "\n<details>\n<summary>Hint {number} of {count}</summary>\n\n{shown}\n\n</details>\n"
        );
    }
    Ok(text + &page.appendix())
}

fn has_answer(task: &Task) -> bool {
    !task.exercise.metadata.rubric.is_empty()
}

fn facts(task: &Task, page: &mut Page<'_>) -> Result<String, Problems> {
    let metadata = &task.exercise.metadata;
    let (kind, difficulty) = (metadata.kind, metadata.difficulty_word());
    let minutes = counted(metadata.minutes, "minute");
    let mut facts = format!("*{kind}*, {difficulty}, {minutes}");
    for (index, label) in metadata.requires.iter().enumerate() {
        let word = match label.starts_with("ex:") {
            true => "Exercise",
            false => "Section",
        };
        let shown = page.reference(word, label).map_err(|message| {
            let toml = &task.exercise.toml;
            Problem::new(&toml.file, toml.line_of(label), message)
        })?;
        if index == 0 {
            facts += "\n\nBefore you start:\n";
        }
        facts += &format!("\n- {shown}");
    }
    Ok(facts)
}

/// Returns the points of an exercise that students may know.
fn points(task: &Task) -> String {
    let metadata = &task.exercise.metadata;
    let of = |file| metadata.tests_in(file).map(|test| test.points).sum();
    // The name of a test may reveal the answer, as may a criterion.
    let answer = metadata.rubric.iter().map(|one| one.points).sum();
    let rows: [(&str, u32); 4] = [
        ("the tests in `tests/public.rs`", of(TestFile::Public)),
        ("tests that are not in this folder", of(TestFile::Hidden)),
        ("your answer in words", answer),
        ("**Total**", metadata.points()),
    ];
    let mut text = String::from("| For | Points |\n|---|---:|\n");
    for (name, points) in rows.iter().filter(|(_, points)| *points > 0) {
        text += &markdown_row(&[name, &points.to_string()]);
    }
    text
}
