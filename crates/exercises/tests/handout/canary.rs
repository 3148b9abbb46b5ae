//! Words planted only in secrets of real exercises must not occur in any byte of a student's files.

use std::collections::BTreeMap;

use crate::fixture::{Book, STUDENTS, bytes};

const EXERCISES: [&str; 3] = [
    "attention-cues/rows-of-a-random-matrix",
    "attention-cues/find-the-bug",
    "array/which-product-first",
];

/// Adds a unique word to every secret and returns the words with their files.
fn plant(book: &Book) -> BTreeMap<String, String> {
    let mut planted = BTreeMap::new();
    let mut word = |place: String| {
        let word = format!("canary{:02}zq", planted.len());
        planted.insert(word.clone(), place);
        word
    };
    for exercise in EXERCISES {
        let folder = format!("exercises/{exercise}");
        for name in ["solution.md", "notes.md", "tests/hidden.rs"] {
            let file = format!("{folder}/{name}");
            if book.path(&file).exists() {
                let line = format!("// {}\n", word(file.clone()));
                book.write(&file, &format!("{}\n{line}", book.read(&file)));
            }
        }
        let file = format!("{folder}/src/lib.rs");
        if !book.path(&file).exists() {
            continue;
        }
        let mut library = String::new();
        for line in book.read(&file).lines() {
            library.push_str(&format!("{line}\n"));
            if line.trim() == "//@ solution" {
                library.push_str(&format!("    // {}\n", word(file.clone())));
            }
        }
        let instructor = word(format!("{file}, for instructors"));
        library.push_str(&format!("//@ instructor\n// {instructor}\n//@ end\n"));
        book.write(&file, &library);
        let file = format!("{folder}/mutants.toml");
        let mut mutants = String::new();
        for line in book.read(&file).lines() {
            mutants.push_str(&match line
                .strip_suffix("\"]")
                .filter(|_| line.starts_with('['))
            {
                Some(misconception) => {
                    format!("{misconception} {}\"]\n", word(file.clone()))
                }
                None => format!("{line}\n"),
            });
        }
        let test = mutants.split("fails = [\"").nth(1).unwrap();
        let test = test.split('"').next().unwrap();
        let name = word(file.clone());
        mutants.push_str(&format!(
            "\n[code]\nfails = [{test:?}]\ncode = '// {name}'\n"
        ));
        book.write(&file, &mutants);
    }
    planted
}

#[test]
fn no_canary_leaves_the_secrets() {
    let book = Book::real(&EXERCISES);
    let planted = plant(&book);
    assert!(planted.len() > 15, "{planted:?}");
    let ids = EXERCISES.map(|exercise| exercise.rsplit('/').next().unwrap());
    let entries = ids.map(|id| format!("[[exercise]]\nid = \"{id}\"\n"));
    book.course(&format!("{STUDENTS}{}", entries.concat()));
    book.hand_out().unwrap_or_else(|error| panic!("{error}"));
    let holds = |bytes: &[u8], word: &str| {
        bytes.windows(word.len()).any(|it| it == word.as_bytes())
    };
    let students = bytes(&book.path("out/students"));
    assert!(students.keys().any(|name| name.starts_with("ada/")));
    for (name, bytes) in &students {
        // All planted words start with these six letters.
        assert!(!holds(bytes, "canary"), "{name}");
    }
    let instructor = bytes(&book.path("out/instructor"));
    for (word, place) in &planted {
        let kept = instructor.values().any(|bytes| holds(bytes, word));
        assert!(
            kept || place.ends_with("for instructors"),
            "{place} was not planted"
        );
    }
}
