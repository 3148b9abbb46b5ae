//! Each mistake in a course file is reported on one line with its position, and nothing is written.

use crate::fixture::{Book, HEAD, LARGEST, STUDENTS};

const WHY: &str = "[[exercise]]\nid = \"why\"\n";

#[test]
fn each_mistake_is_named_with_its_line() {
    let (book, largest) = (Book::new(), "[[exercise]]\nid = \"largest\"\n");
    for (more, said) in [
        ("", ":1: no [[exercise]]: there is nothing to hand out"),
        (
            "[[exercise]]\nid = \"larges\"\n",
            ":7: there is no exercise `larges`: did you mean `largest`?",
        ),
        (&format!("{WHY}{WHY}"), ":9: `why` is listed twice"),
        (
            &format!("{largest}points = {{\n  drawn_number = 3 }}\n"),
            ":9: `largest` has no test or criterion `drawn_number`: it has \
             `one_number_is_the_largest`, `drawn_numbers`, \
             `numbers_below_zero_have_a_largest`, `says where the search starts | and why it does`",
        ),
        (
            &format!("{largest}parameters = {{ count = 6 }}\n"),
            ":8: parameter out of range: `count` is one of 5, 7, 9",
        ),
        (
            &format!("{largest}parameters = {{ seed = -1 }}\n"),
            ":8: parameter out of range: `seed` is a seed: a whole number from 0 on",
        ),
        (
            &format!("{largest}parameters = {{ width = 1 }}\n"),
            ":8: `largest` has no parameter `width`: it has `count`, `seed`",
        ),
        (&format!("{WHY}parameters = {{ width = 1 }}\n"), ":8: `why` has no parameters"),
        (&format!("{WHY}minutes = 0\n"), ":8: an exercise takes at least one minute"),
        (
            &format!("{WHY}prompt = \"../exercises/sums/why/prompt.md\"\n"),
            ":8: `../exercises/sums/why/prompt.md` is outside the folder of the course",
        ),
        (
            &format!("students = \"students.txt\"\n{WHY}"),
            ":6: students need a salt, from which their variants are drawn",
        ),
        (&format!("exercises_from = [\"mine\"]\n{WHY}"), ":6: no folder `mine`"),
        (
            &format!("{WHY}points = {{ 'a reason' = 4294967295 }}\n"),
            ":8: a test has at most 10000 points",
        ),
        (
            "[[exercise]]\nid = \"a\\nb\\u001b[2J\\u202e\"\n",
            r":7: there is no exercise `a\nb\u{1b}[2J\u{202e}` ",
        ),
        (&format!("{WHY}weight = 2\n"), ":8: unknown field `weight`"),
        (&format!("colour = 1\n{WHY}"), ":6: unknown field `colour`"),
        (&format!("{WHY}minutes = -1\n"), ":8: invalid value"),
        ("[[exercise]]\nid = \n", ":7: "),
    ] {
        book.course(more); // from line 6 on
        let found = book.refused();
        let expected = format!("course/course.toml{said}");
        assert!(found.starts_with(&expected), "{more}\n{found}\n{expected}");
        assert_eq!(found.lines().count(), 1, "{found}");
    }
}

#[test]
fn the_head_is_checked_too() {
    let book = Book::new();
    for (old, new, said) in [
        ("version = 1", "version = 2", "1: this program reads only format_version 1"),
        ("\"Homework 1\"", "\" \"", "2: the title is empty"),
        ("\"Sums\"", "\"\"", "3: the course is empty"),
        ("\"Homework 1\"", "\"Homework\\n# 1\"", "2: the title is not a line of printable text"),
        ("vendor", "due = \"\\u202eMay\"\nvendor", "5: the due is not a line of printable text"),
        ("\"2027-spring\"", "\"\"", "4: the term is empty"),
        ("term = \"2027-spring\"\n", "", "1: missing field `term`"),
    ] {
        let text = format!("{HEAD}{WHY}").replace(old, new);
        book.write("course/course.toml", &text);
        assert_eq!(book.refused(), format!("course/course.toml:{said}"));
    }
}

#[test]
fn several_mistakes_are_listed_together() {
    let book = Book::new();
    book.course("[[exercise]]\nid = \"a\"\n[[exercise]]\nid = \"b\"\n");
    let found = book.refused();
    let lines: Vec<_> = found.lines().collect();
    assert_eq!(lines.len(), 2, "{found}");
    assert!(lines[1].starts_with("course/course.toml:9: "), "{found}");
}

#[test]
fn files_of_the_course_are_checked() {
    for (file, mistakes) in [
        (
            "salt.txt",
            &[("  fifteen letters  \n", "1: a salt has at least 16 characters, all secret")][..],
        ),
        (
            "students.txt",
            &[
                ("ada\n\n# x\nAda\n", "4: `Ada` is listed already, on line 1"),
                ("ada\n../eve\n", "2: `../eve`: a student is named with"),
                ("..\n", "1: `..`: a student is named with"),
                ("ada\n-rf\n", "2: `-rf`: a student is named with"),
                ("Aux\n", "1: `Aux` cannot be the name of a folder on Windows"),
                ("com1.b\n", "1: `com1.b` cannot be the name of a folder on Windows"),
                ("ada\u{1b}[2J\n", r"1: `ada\u{1b}[2J`: a student is named with"),
                ("ada lovelace\n", "1: `ada lovelace`: a student is named with"),
                ("# nobody\n", "course.toml:7: the list of students is empty"),
            ][..],
        ),
        (
            "why.md",
            &[
                (" \n", "1: is empty"),
                ("Why?\n\n{{count}}\n", "3: `why` has no parameter `count`"),
                (
                    "{{#include ../exercises/sums/why/solution.md}}\n",
                    "1: a prompt of a course has no directives",
                ),
                ("See [Section](#sec:none).\n", "1: `sec:none` is no label of the book"),
            ][..],
        ),
    ] {
        let book = Book::new();
        for (text, said) in mistakes {
            book.course(&format!("{STUDENTS}{WHY}prompt = \"why.md\"\n"));
            book.write("course/why.md", "Why?\n");
            book.write(&format!("course/{file}"), text);
            let found = book.refused();
            let said = match said.starts_with("course.toml") {
                true => format!("course/{said}"),
                false => format!("course/{file}:{said}"),
            };
            assert!(found.starts_with(&said), "{found}\n{said}");
            assert_eq!(found.lines().count(), 1, "{found}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_of_the_course_is_not_read() {
    let book = Book::new();
    book.course(&format!("{STUDENTS}{WHY}"));
    std::fs::remove_file(book.path("course/students.txt")).unwrap();
    let (from, to) = (book.path("book.toml"), book.path("course/students.txt"));
    std::os::unix::fs::symlink(from, to).unwrap();
    let expected = "course/course.toml:7: `students.txt` leads outside the folder of the course";
    assert_eq!(book.refused(), expected);
}

#[test]
fn a_folder_without_exercises_is_listed_in_part() {
    let book = Book::new();
    for number in 0..60 {
        book.write(&format!("mine/many/{number}/readme.txt"), "");
    }
    book.course(&format!("exercises_from = [\"../mine\"]\n{WHY}"));
    let said = book.refused();
    assert!(said.ends_with("\n... and 20 more"), "{said}");
}

#[test]
fn files_that_are_missing_are_named() {
    let book = Book::new();
    let found = book.refused();
    assert!(found.starts_with("course/course.toml:1: cannot be read: "), "{found}");
    for (line, file) in [
        ("salt = \"none.txt\"\n", "none.txt"),
        ("salt = \"salt.txt\"\nstudents = \"none.txt\"\n", "none.txt"),
    ] {
        book.course(&format!("{line}{WHY}"));
        let found = book.refused();
        let number = 5 + line.lines().count();
        let expected = format!("course/course.toml:{number}: course/{file} cannot be read: ");
        assert!(found.starts_with(&expected), "{found}");
    }
}

#[test]
fn a_folder_that_holds_something_stays_as_it_is() {
    let book = Book::new();
    book.course(WHY);
    book.write("out/mine.txt", "mine");
    let error = book.hand_out().unwrap_err().to_string();
    assert!(error.ends_with("out already exists: name a new folder, or remove this one"));
    assert_eq!(book.read("out/mine.txt"), "mine");
    assert!(!book.path("out/student").exists());
    book.write("file", "");
    let error = book.hand_out_into("file").unwrap_err().to_string();
    assert!(error.ends_with("file already exists: name a folder"), "{error}");
}

#[test]
fn nothing_is_written_among_the_sources() {
    let book = Book::new();
    for folder in ["mine/sums", "models", ".git"] {
        book.write(&format!("{folder}/readme.txt"), "");
    }
    book.course(&format!("exercises_from = [\"../mine\"]\n{WHY}"));
    for out in [
        "models/out",
        ".git/out",
        "src/out",
        "exercises/sums/out",
        "course/../src/out",
        "mine/sums/new/out",
    ] {
        let error = book.hand_out_into(out).unwrap_err().to_string();
        assert!(error.contains(" is inside "), "{error}");
        assert!(!book.path(out).exists());
    }
}

#[test]
fn an_empty_or_a_deep_folder_is_filled() {
    let book = Book::new();
    book.course(WHY);
    std::fs::create_dir(book.path("out")).unwrap();
    book.hand_out().unwrap();
    book.hand_out_into("a/b/c").unwrap();
    for out in ["out", "a/b/c"] {
        assert!(book.path(&format!("{out}/student/why/README.md")).exists());
    }
    let left: Vec<_> = std::fs::read_dir(book.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with(".handout"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn points_for_what_the_stub_passes_are_refused() {
    let book = Book::new();
    let test = "\n#[test]\nfn it_compiles() {\n    let _: fn(&[f32]) -> f32 = largest;\n}\n";
    let public = format!("{LARGEST}tests/public.rs");
    book.write(&public, &format!("{}{test}", book.read(&public)));
    let toml = format!("{LARGEST}exercise.toml");
    let entry = "\n[[test]]\nname = \"it_compiles\"\nfile = \"public\"\npoints = 0\n";
    book.write(&toml, &format!("{}{entry}", book.read(&toml)));
    book.course("[[exercise]]\nid = \"largest\"\n");
    book.hand_out_into("fine").unwrap();
    book.course("[[exercise]]\nid = \"largest\"\npoints = { it_compiles = 4 }\n");
    assert_eq!(
        book.refused(),
        "course/course.toml:7: `largest`: the stub passes `it_compiles` \
         with count = 5, seed = 22, which is worth points"
    );
}

#[test]
fn a_stub_that_does_not_compile_is_refused() {
    let book = Book::new();
    let library = format!("{LARGEST}src/lib.rs");
    book.change(&library, "todo!(\"the largest of {numbers:?}\")", "nothing");
    book.course("[[exercise]]\nid = \"largest\"\n");
    let found = book.refused();
    let expected = "course/course.toml:7: `largest`: the stub does not compile: error";
    assert!(found.starts_with(expected), "{found}");
}
