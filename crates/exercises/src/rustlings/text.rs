//! The file of an exercise, with its prompt as a comment.

use dialect::{Code, Exercise, Kind, Values, View};

use crate::reader::readable;

const WIDTH: usize = 88;

/// The file of an exercise or of its solution. What only hidden tests use is dead code here.
pub(super) fn program(
    task: &str,
    exercise: &Exercise,
    code: &Code,
    view: View<'_>,
) -> String {
    let to_do = match (view, exercise.metadata.kind) {
        (View::Solved, _) => "",
        (_, Kind::Bug) => "//\n// TODO: Find the mistake and repair it.\n",
        _ => "//\n// TODO: Replace what starts with `todo!`.\n",
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

pub(super) fn comment(title: &str, prompt: &str) -> String {
    let mut text = format!("// {}\n//\n", readable(title));
    let mut fenced = false;
    for line in readable(prompt.trim()).lines() {
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

/// Breaks a line between words and appends it as a comment. The items of a list are indented.
fn wrap(line: &str, text: &mut String) {
    let marker = line.split(' ').next().unwrap_or_default();
    let item = marker == "-"
        || marker.ends_with('.') && marker.starts_with(|c: char| c.is_ascii_digit());
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
