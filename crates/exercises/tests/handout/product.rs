//! The files of a handout, byte by byte.

use std::collections::BTreeSet;

use crate::fixture::{Book, STUDENTS, bytes};

const COURSE_FILE: &str = "due = \"March 1\"\ntarget_minutes = 60\n\
    [[exercise]]\nid = \"total\"\nminutes = 12\n\
    [[exercise]]\nid = \"largest\"\npoints = { drawn_numbers = 4, \"says where the search starts | and why it does\" = 0 }\n\
    [[exercise]]\nid = \"why\"\n";

#[test]
fn only_these_files_are_written() {
    let book = Book::new();
    book.course(COURSE_FILE);
    book.hand_out().unwrap();
    let files = bytes(&book.path("out"));
    let files: Vec<_> = files
        .keys()
        .filter(|name| !name.starts_with("student/attention/") || !name.contains("/src/"))
        .collect();
    let expected = "instructor/README.md instructor/course.toml \
        instructor/largest/hidden.rs instructor/largest/mutants/1.rs \
        instructor/largest/notes.md instructor/largest/public.rs \
        instructor/largest/solution.md instructor/largest/solution.rs \
        instructor/largest/stub.rs instructor/points.csv \
        instructor/total/hidden.rs instructor/total/mutants/1.rs \
        instructor/total/notes.md instructor/total/public.rs \
        instructor/total/solution.md instructor/total/solution.rs \
        instructor/total/stub.rs instructor/variants.csv \
        instructor/why/notes.md instructor/why/solution.md \
        student/.gitignore student/Cargo.lock student/Cargo.toml student/README.md \
        student/attention/Cargo.toml student/attention/LICENSE-APACHE \
        student/attention/LICENSE-MIT student/attention/engine/Cargo.toml \
        student/attention/laboratory/Cargo.toml \
        student/attention/translation/Cargo.toml \
        student/largest/Cargo.toml student/largest/README.md student/largest/answer.md \
        student/largest/src/lib.rs student/largest/tests/complete.rs student/largest/tests/public.rs \
        student/total/Cargo.toml student/total/README.md student/total/src/lib.rs \
        student/total/tests/complete.rs student/total/tests/public.rs \
        student/why/README.md student/why/answer.md";
    assert_eq!(files, expected.split_whitespace().collect::<Vec<_>>());
    for (name, copy) in [
        ("attention", "src"),
        ("engine", "engine/src"),
        ("laboratory", "laboratory/src"),
        ("translation", "translation/src"),
    ] {
        let original = bytes(&book.path(&format!("crates/{name}/src")));
        let copy = format!("out/student/attention/{copy}");
        assert_eq!(original, bytes(&book.path(&copy)));
    }
}

#[test]
fn the_summary_compares_with_the_target() {
    let book = Book::new();
    book.course(COURSE_FILE);
    let summary = book.hand_out().unwrap().to_string();
    let expected =
        "out: 3 exercises for all students: 14 points, 47 minutes, 13 below the target of 60";
    assert!(summary.ends_with(expected), "{summary}");
    for (target, said) in [("47", ", on target"), ("40", ", 7 over the target of 40")] {
        book.course(&COURSE_FILE.replace("60", target));
        let summary = book.hand_out_into(target).unwrap().to_string();
        assert!(summary.ends_with(said), "{summary}");
    }
}

#[test]
fn the_readme_lists_exercises_points_and_commands() {
    let book = Book::new();
    book.course(COURSE_FILE);
    book.hand_out().unwrap();
    let text = book.read("out/student/README.md");
    let expected = "# Homework 1\n\nSums, 2027-spring. Due: March 1\n\n\
        | Exercise | Folder | Points | Minutes |\n|---|---|---:|---:|\n\
        | A total that is too small | [`total`](total/README.md) | 3 | 12 |\n\
        | The largest number | [`largest`](largest/README.md) | 8 | 20 |\n\
        | Why sums grow | [`why`](why/README.md) | 3 | 15 |\n\
        | **Total** | | 14 | 47 |\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("$ cargo test -p total\n"), "{text}");
    assert!(text.contains("MIT or Apache-2.0") && text.contains("CC BY 4.0"));
    assert!(!text.contains("`vendor`"), "{text}");
    let manifest = book.read("Cargo.toml");
    let version = manifest.split_once("rust-version = \"").unwrap().1;
    let version = version.split_once('"').unwrap().0;
    assert!(text.contains(&format!("You need Rust {version} or newer")));
}

#[test]
fn tables_for_instructors_are_rows_of_plain_cells() {
    let book = Book::new();
    book.course(&format!("{STUDENTS}{COURSE_FILE}"));
    book.hand_out().unwrap();
    let expected = "exercise,test,file,points\r\n\
        total,the_first_number_counts,public,1\r\n\
        total,all_orders_agree,hidden,2\r\n\
        largest,one_number_is_the_largest,public,1\r\n\
        largest,drawn_numbers,public,4\r\n\
        largest,numbers_below_zero_have_a_largest,hidden,3\r\n\
        largest,says where the search starts | and why it does,rubric,0\r\n\
        why,a reason,rubric,2\r\n\
        why,'=an example,rubric,1\r\n";
    assert_eq!(book.read("out/instructor/points.csv"), expected);
    let variants = book.read("out/instructor/variants.csv");
    let rows: Vec<Vec<_>> = variants.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0], ["student", "exercise", "parameter", "public value", "hidden value"]);
    let first: Vec<_> = rows[1..].iter().map(|row| &row[..3]).collect();
    let expected = [
        ["ada", "largest", "count"],
        ["ada", "largest", "seed"],
        ["grace", "largest", "count"],
        ["grace", "largest", "seed"],
    ];
    assert_eq!(first, expected);
    let course = book.read("out/instructor/course.toml");
    assert_eq!(course, book.read("course/course.toml"));
}

#[test]
fn the_overview_has_minutes_objectives_and_all_tests() {
    let book = Book::new();
    book.course(COURSE_FILE);
    book.hand_out().unwrap();
    let text = book.read("out/instructor/README.md");
    for line in [
        "14 points, 47 minutes, 13 below the target of 60.",
        "| [A total that is too small](total/) | Find the bug | 3 | 12 | sums, reasons |",
        "- Add numbers (sums): total, largest",
        "- Say why (reasons): total, why",
        "| numbers_below_zero_have_a_largest | hidden | 3 |",
        "| says where the search starts \\| and why it does | rubric | 0 |",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn the_same_course_gives_the_same_bytes() {
    let book = Book::new();
    book.course(&format!("{STUDENTS}{COURSE_FILE}"));
    book.hand_out_into("one").unwrap();
    book.hand_out_into("two").unwrap();
    assert_eq!(bytes(&book.path("one")), bytes(&book.path("two")));
}

#[test]
fn versions_come_from_the_book_and_only_if_needed() {
    let book = Book::new();
    book.course("[[exercise]]\nid = \"total\"\n");
    book.hand_out().unwrap();
    let packages = |file: &str| -> BTreeSet<String> {
        let text = book.read(file);
        let packages = text.split("[[package]]\n").skip(1);
        let registry = packages.filter(|package| package.contains("\nsource = "));
        let lines = |package: &str| package.lines().take(2).collect::<Vec<_>>().join(" ");
        registry.map(lines).collect()
    };
    let (ours, of_book) = (packages("out/student/Cargo.lock"), packages("Cargo.lock"));
    assert!(ours.is_subset(&of_book), "{ours:?}");
    assert!(ours.iter().any(|package| package.contains("\"ndarray\"")));
    assert!(!ours.iter().any(|package| package.contains("\"clap\"")));
    let manifest = book.read("out/student/Cargo.toml");
    assert!(manifest.contains("[profile.dev.package.ndarray]\nopt-level = 3"));
    assert!(!manifest.contains("scraper"), "{manifest}");
}

#[test]
fn exercises_in_words_alone_need_no_workspace() {
    let book = Book::new();
    book.course("[[exercise]]\nid = \"why\"\n");
    book.hand_out().unwrap();
    let files = bytes(&book.path("out/student"));
    let files: Vec<_> = files.keys().collect();
    assert_eq!(files, ["README.md", "why/README.md", "why/answer.md"]);
    let text = book.read("out/student/README.md");
    assert!(!text.contains("cargo") && !text.contains("attention/"), "{text}");
}

/// Exercises from elsewhere must follow the rules of the book.
#[test]
fn an_exercise_of_an_instructor_is_verified() {
    let book = Book::new();
    for file in [
        "exercise.toml",
        "prompt.md",
        "solution.md",
        "notes.md",
        "src/lib.rs",
        "tests/public.rs",
        "tests/hidden.rs",
        "mutants.toml",
    ] {
        let text = book.read(&format!("exercises/sums/total/{file}"));
        let text = text.replace("total::", "sum_of_all::");
        book.write(&format!("mine/sums/sum-of-all/{file}"), &text);
    }
    let course = "exercises_from = [\"../mine\"]\n[[exercise]]\nid = \"sum-of-all\"\n";
    book.course(course);
    book.hand_out().unwrap();
    let hidden = "mine/sums/sum-of-all/tests/hidden.rs";
    let vacuous = book.read(hidden).replace("assert_eq!(", "assert_eq!(0, 0); let _ = (");
    book.write(hidden, &vacuous);
    let said = book.hand_out_into("two").unwrap_err().to_string();
    assert!(said.contains("mine/sums/sum-of-all/mutants.toml:1: "), "{said}");
    assert!(!book.path("two").exists());
}

#[test]
fn exercises_of_an_instructor_are_handed_out_like_others() {
    let book = Book::new();
    for file in ["exercise.toml", "prompt.md", "solution.md", "notes.md"] {
        let text = book.read(&format!("exercises/sums/why/{file}"));
        book.write(&format!("mine/sums/why-not/{file}"), &text);
    }
    let course = "exercises_from = [\"../mine\"]\n[[exercise]]\nid = \"why-not\"\n";
    book.course(course);
    book.hand_out().unwrap();
    assert!(book.path("out/student/why-not/answer.md").exists());
    let text = book.read("exercises/sums/why/prompt.md");
    book.write("mine/sums/why-not/prompt.md", &format!("[@none]\n{text}"));
    let said = book.hand_out_into("two").unwrap_err().to_string();
    let place = "mine/sums/why-not/prompt.md:1: no reference has the key `none`";
    assert!(said.ends_with(place), "{said}");
    book.write("mine/sums/why/exercise.toml", "");
    let said = book.hand_out_into("two").unwrap_err().to_string();
    assert!(said.contains("mine/sums/why/exercise.toml:1: missing field"), "{said}");
}

#[test]
fn an_exercise_cannot_be_named_like_a_folder_of_the_workspace() {
    let book = Book::new();
    for file in ["exercise.toml", "prompt.md", "solution.md", "notes.md"] {
        let text = book.read(&format!("exercises/sums/why/{file}"));
        book.write(&format!("exercises/sums/rand-distr/{file}"), &text);
    }
    book.course("[[exercise]]\nid = \"rand-distr\"\n");
    let expected = "course/course.toml:7: `rand_distr` is a folder or a crate of each handout";
    assert_eq!(book.refused(), expected);
}
