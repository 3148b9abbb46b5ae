//! The questions before a run: each can be answered, checked, and is explained.

use dialect::Source;

use crate::root;

/// More questions than this in a chapter are a test, not a text.
const MOST_IN_A_CHAPTER: usize = 3;

const MARK: &str = "> [!IMPORTANT]";

/// Checks the lines of a box without its mark.
fn check(lines: &[&str]) -> Result<(), String> {
    let text = lines.join("\n");
    let Some(rest) = text.strip_prefix("**Predict first.** ") else {
        return Err("it does not begin with `**Predict first.**`".into());
    };
    let Some((question, answer)) = rest.split_once("\n<details>\n") else {
        return Err("it has no `<details>`".into());
    };
    let mut options = 0;
    for line in question.lines() {
        if let Some((number, _)) = line.split_once(". ")
            && let Ok(number) = number.parse::<usize>()
        {
            options += 1;
            if number != options {
                return Err(format!("option {options} is counted as {number}"));
            }
        }
    }
    if !(2..=4).contains(&options) {
        return Err(format!("it has {options} options, not 2 to 4"));
    }
    let answer = answer
        .strip_prefix("<summary>Answer</summary>\n\n**")
        .and_then(|answer| answer.strip_suffix("\n\n</details>"))
        .and_then(|answer| answer.split_once(".** "));
    let Some((right, explanation)) = answer else {
        return Err("its answer does not begin with a number as `**1.**`".into());
    };
    match right.parse::<usize>() {
        Ok(right) if (1..=options).contains(&right) => {}
        _ => return Err(format!("its answer is `{right}` of {options}")),
    }
    if explanation.split_whitespace().count() < 8 {
        return Err("its answer is not explained".into());
    }
    Ok(())
}

/// Returns the number of questions in a page.
fn questions(page: &Source) -> Result<usize, String> {
    let lines: Vec<_> = page.text.lines().collect();
    let marks = (0..lines.len()).filter(|index| lines[*index] == MARK);
    let mut found = 0;
    for mark in marks {
        let inside = lines[mark + 1..].iter();
        let inside: Vec<_> = inside
            .map_while(|line| line.strip_prefix('>'))
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        let place = format!("{}:{}", page.file, mark + 1);
        check(&inside).map_err(|error| format!("{place}: {error}"))?;
        found += 1;
    }
    Ok(found)
}

#[test]
fn questions_before_a_run_can_be_checked_and_are_few() {
    let mut in_chapter: Vec<(String, usize)> = Vec::new();
    for page in dialect::sources(root()).unwrap() {
        let found = questions(&page).unwrap_or_else(|error| panic!("{error}"));
        match in_chapter.last_mut() {
            Some((name, all)) if *name == page.name() => *all += found,
            _ => in_chapter.push((page.name().to_owned(), found)),
        }
    }
    for (name, found) in &in_chapter {
        assert!(*found <= MOST_IN_A_CHAPTER, "{name} asks {found} times");
    }
    assert!(in_chapter.iter().any(|(_, found)| *found > 0));
}

#[test]
fn a_question_without_a_good_answer_is_found() {
    let good = "> [!IMPORTANT]\n> **Predict first.** Which weight grows?\n>\n> 1. the first\n> 2. none\n>\n\
                > <details>\n> <summary>Answer</summary>\n>\n\
                > **2.** All weights shrink together, because their sum has grown here.\n>\n> </details>\n";
    let asked = |text: String| questions(&Source { file: "src/a.md".into(), text });
    assert_eq!(asked(good.to_owned()), Ok(1));
    for (from, to, error) in [
        ("**Predict first.** ", "", "does not begin with"),
        ("> 2. none\n", "", "1 options"),
        ("> 2. none\n", "> 3. none\n", "counted as 3"),
        ("**2.** ", "**3.** ", "`3` of 2"),
        ("**2.** ", "", "as `**1.**`"),
        ("because their sum has grown here.", "", "not explained"),
        ("> <details>\n", "", "no `<details>`"),
    ] {
        let text = format!("\n{}", good.replace(from, to));
        let found = asked(text).unwrap_err();
        assert!(found.starts_with("src/a.md:2: ") && found.contains(error), "{found}");
    }
}
