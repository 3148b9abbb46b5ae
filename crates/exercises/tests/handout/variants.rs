//! Students have different values, and each student always has the same ones.

use std::collections::BTreeSet;

use crate::fixture::{Book, STUDENTS};

const LARGEST: &str = "[[exercise]]\nid = \"largest\"\n";

/// Returns the rows of the table of variants for twelve students, without its head.
fn rows(book: &Book, out: &str, course: &str) -> Vec<Vec<String>> {
    let students: String = (1..=12).map(|number| format!("s{number}\n")).collect();
    book.write("course/students.txt", &students);
    book.course(course);
    book.hand_out_into(out).unwrap_or_else(|error| panic!("{error}"));
    let table = book.read(&format!("{out}/instructor/variants.csv"));
    let rows = table.lines().skip(1);
    rows.map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

fn column(rows: &[Vec<String>], parameter: &str, column: usize) -> Vec<String> {
    let rows = rows.iter().filter(|row| row[2] == parameter);
    rows.map(|row| row[column].clone()).collect()
}

#[test]
fn values_depend_on_student_salt_and_term() {
    let book = Book::new();
    let course = format!("{STUDENTS}{LARGEST}");
    let rows_one = rows(&book, "one", &course);
    let (public, hidden) = (column(&rows_one, "seed", 3), column(&rows_one, "seed", 4));
    let seeds: BTreeSet<_> = public.iter().chain(&hidden).collect();
    assert_eq!(seeds.len(), 24, "public and hidden seeds all differ: {seeds:?}");
    let counts = column(&rows_one, "count", 3);
    assert_eq!(counts, column(&rows_one, "count", 4), "choices must match");
    let different: BTreeSet<_> = counts.iter().map(String::as_str).collect();
    assert_eq!(different, BTreeSet::from(["5", "7", "9"]));

    let head = book.read("course/course.toml");
    book.write("course/course.toml", &head.replace("2027-spring", "2027-fall"));
    book.hand_out_into("fall").unwrap();
    let fall = book.read("fall/instructor/variants.csv");
    book.write("course/salt.txt", "another salt of enough letters");
    let other = rows(&book, "salted", &course);
    let salted = column(&other, "seed", 3);
    assert!(public.iter().zip(&salted).all(|(one, other)| one != other));
    for seed in &public {
        assert!(!fall.contains(&format!(",{seed},")), "{seed} in another term");
    }
}

#[test]
fn values_are_in_prompt_and_tests_and_hidden_seeds_are_not() {
    let book = Book::new();
    let course = format!("hints = true\n{STUDENTS}{LARGEST}");
    let rows = rows(&book, "out", &course);
    for pair in rows.chunks(2) {
        let (student, count, seed, hidden) = (&pair[0][0], &pair[0][3], &pair[1][3], &pair[1][4]);
        let tests = format!("out/instructor/largest/hidden/{student}.rs");
        assert!(book.read(&tests).contains(&format!("const SEED: u64 = {hidden};")));
        let folder = format!("out/students/{student}");
        let readme = book.read(&format!("{folder}/largest/README.md"));
        assert!(readme.contains(&format!("of {count} numbers")), "{readme}");
        assert!(readme.contains(&format!("The seed is {seed}.")), "{readme}");
        let public = book.read(&format!("{folder}/largest/tests/public.rs"));
        assert!(public.contains(&format!("const SEED: u64 = {seed};")));
        assert!(public.contains(&format!("const COUNT: usize = {count};")));
        assert!(!readme.contains(hidden.as_str()) && !public.contains(hidden.as_str()));
        let hints = book.read(&format!("{folder}/largest/hints.md"));
        assert!(hints.contains(&format!("about {count} numbers")), "{hints}");
        assert!(book.read(&format!("{folder}/README.md")).contains(&format!("for {student}")));
    }
}

#[test]
fn a_value_of_the_course_wins_for_all() {
    let book = Book::new();
    let fixed = format!("{LARGEST}parameters = {{ count = 9, seed = 4 }}\n");
    let rows = rows(&book, "out", &format!("{STUDENTS}{fixed}"));
    for row in &rows {
        let expected = if row[2] == "count" { "9" } else { "4" };
        assert_eq!((&*row[3], &*row[4]), (expected, expected));
    }
    book.course(&fixed);
    book.hand_out_into("all").unwrap();
    let table = book.read("all/instructor/variants.csv");
    assert!(table.ends_with("\r\n,largest,count,9,9\r\n,largest,seed,4,4\r\n"), "{table}");
    let public = book.read("all/student/largest/tests/public.rs");
    assert!(public.contains("= 9;") && public.contains("= 4;"), "{public}");
    assert!(book.read("all/instructor/largest/hidden.rs").contains("= 9;"));
}

#[test]
fn the_prompt_of_the_instructor_replaces_the_other() {
    let book = Book::new();
    book.course(&format!("{LARGEST}prompt = \"mine/largest.md\"\n"));
    let prompt = "Of {{count}} numbers, which is the largest, and what is [Equation](#eq:mean)?\n";
    book.write("course/mine/largest.md", prompt);
    book.hand_out().unwrap();
    let text = book.read("out/student/largest/README.md");
    let expected =
        "\nOf 5 numbers, which is the largest, and what is Equation (1)?\n\n## From the book\n";
    assert!(text.contains(expected), "{text}");
    assert!(!text.contains("The seed is"), "{text}");
}

#[test]
fn solution_and_handout_make_the_source_again() {
    let book = Book::new();
    book.course(&format!("{LARGEST}[[exercise]]\nid = \"total\"\n"));
    book.hand_out().unwrap();
    for id in ["largest", "total"] {
        let source = book.read(&format!("exercises/sums/{id}/src/lib.rs"));
        let (before, rest) = source.split_once("    //@ solution\n").unwrap();
        let (solution, rest) = rest.split_once("    //@ stub ").unwrap();
        let (stub, rest) = rest.split_once("\n    //@ end\n").unwrap();
        let after = rest.split("//@ instructor").next().unwrap();
        let student = book.read(&format!("out/student/{id}/src/lib.rs"));
        assert_eq!(student, format!("{before}    {stub}\n{after}"));
        let solved = student.replace(&format!("    {stub}\n"), solution);
        assert_eq!(solved, book.read(&format!("out/instructor/{id}/solution.rs")));
    }
}
