//! Secrets: texts in a solution, hidden test, mutant, rubric, or notes that occur in nothing that the book
//! or course gives to everybody.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use dialect::{Exercise, Problem, TestFile, Values, View};

use super::Handout;
use super::student::File;
use super::task::{Copy, common, different};
use super::tokens::{LENGTH, joined, shingles, tokens, without_comments};
use super::workspace::{ATTENTION, COMPLETE, VENDOR, package};
use crate::{Error, tree};

/// The number of consecutive tokens of a solution that no text may contain. The hints and tests of the book
/// have at most 24.
const MOST: usize = 40;

/// The length from which a solution shorter than [`MOST`] must not occur as a whole.
const SHORTEST: usize = 16;

#[derive(Default)]
pub(super) struct Secrets {
    /// The file of each shingle.
    texts: HashMap<u64, String>,
    /// The shingles of code without its comments.
    code: HashSet<u64>,
    /// The files of each shingle of a solution, with the number of consecutive shingles that are too many.
    solutions: HashMap<u64, BTreeMap<String, usize>>,
    /// The names of hidden tests, with their exercises.
    names: BTreeMap<String, String>,
}

impl Secrets {
    /// Collects the secrets of all exercises, with all values of their parameters in the handout.
    pub(super) fn of(handout: &Handout<'_>) -> Self {
        let mut secrets = Self::default();
        let mut variants = Vec::new();
        for (index, task) in handout.tasks.iter().enumerate() {
            let mut of_task = different(&handout.copies, index, usize::MAX);
            let common = common(task);
            if !of_task.contains(&common) {
                of_task.push(common);
            }
            variants.push((&task.exercise, of_task));
        }
        for (exercise, variants) in &variants {
            let mut known = Vec::new();
            for values in variants.iter().flat_map(|one| [&one.hidden, &one.public]) {
                if !known.contains(&values) {
                    known.push(values);
                    secrets.add_variant(exercise, values);
                }
            }
            for mutant in exercise.code.iter().flat_map(|code| &code.mutants) {
                secrets.add_code(&mutant.file, &mutant.text);
                secrets.add(&mutant.file, &mutant.misconception);
            }
            for test in exercise.metadata.tests_in(TestFile::Hidden) {
                secrets.names.insert(test.name.clone(), exercise.id.clone());
            }
            // The name of the crate is public.
            secrets.names.remove(&exercise.crate_name());
        }
        secrets.publish(&handout.instructions());
        for text in handout.book.quotable() {
            secrets.publish(&text);
        }
        secrets.publish(COMPLETE);
        // This start of an address is also in the lock file of every student.
        secrets.publish("https://github.com/");
        for (exercise, variants) in &variants {
            for variant in variants {
                secrets.publish_variant(exercise, &variant.public);
            }
        }
        secrets
    }

    fn add_variant(&mut self, exercise: &Exercise, values: &Values) {
        for source in [&exercise.solution, &exercise.notes] {
            self.add(&source.file, &exercise.fill(&source.text, values));
        }
        for criterion in &exercise.metadata.rubric {
            self.add(&exercise.toml.file, &criterion.name);
        }
        let Some(code) = &exercise.code else {
            return;
        };
        for file in [&code.library, &code.hidden] {
            self.add_code(&file.file, &file.render(View::Solved, values));
        }
        for region in code.library.solutions() {
            self.add_code(&code.library.file, region);
            self.add_solution(&code.library.file, region);
        }
    }

    fn add(&mut self, file: &str, text: &str) {
        self.add_shingles(file, shingles(&tokens(text)));
    }

    fn add_shingles(&mut self, file: &str, shingles: Vec<u64>) {
        for shingle in shingles {
            self.texts.entry(shingle).or_insert_with(|| file.to_owned());
        }
    }

    fn add_solution(&mut self, file: &str, solution: &str) {
        let code = without_comments(solution);
        let tokens = tokens(&code);
        if tokens.len() < SHORTEST {
            return;
        }
        let many = tokens.len().min(MOST) - LENGTH + 1;
        for shingle in shingles(&tokens) {
            let files = self.solutions.entry(shingle).or_default();
            let known = files.entry(file.to_owned()).or_insert(many);
            *known = many.min(*known);
        }
    }

    fn add_code(&mut self, file: &str, text: &str) {
        let code = shingles(&tokens(&without_comments(text)));
        self.code.extend(&code);
        self.add(file, text);
        self.add_shingles(file, code);
    }

    /// Publishes the sources of an exercise that everybody may see, but not the files made from them.
    fn publish_variant(&mut self, exercise: &Exercise, values: &Values) {
        let metadata = &exercise.metadata;
        self.publish(&metadata.title);
        self.publish(&exercise.fill(&exercise.prompt.text, values));
        for hint in 0..metadata.hints.len() {
            self.publish(&exercise.hint(hint, values).text);
        }
        for test in metadata.tests_in(TestFile::Public) {
            self.publish(&test.name);
        }
        if let Some(code) = &exercise.code {
            self.publish(&package(exercise));
            for text in [
                code.library.render(View::Stub, values),
                code.public.render(View::Solved, values),
            ] {
                self.publish_code(exercise, &text);
            }
        }
    }

    fn publish(&mut self, text: &str) {
        for shingle in shingles(&tokens(text)) {
            self.texts.remove(&shingle);
        }
    }

    /// Publishes code. Code may repeat secret code, but a comment may not. A function may have the name of
    /// a hidden test of another exercise.
    fn publish_code(&mut self, exercise: &Exercise, text: &str) {
        let code = without_comments(text);
        self.publish(&code);
        for pair in tokens(&code).windows(2).filter(|pair| pair[0].text == "fn") {
            self.names
                .retain(|name, of| name != pair[1].text || *of == exercise.id);
        }
        for shingle in shingles(&tokens(text)) {
            if !self.code.contains(&shingle) {
                self.texts.remove(&shingle);
            }
        }
    }

    /// Returns the secrets in a text, the first of each line: names of hidden tests, words of secret texts,
    /// and parts of solutions.
    pub(super) fn in_text(&self, text: &str) -> BTreeMap<usize, String> {
        let tokens = tokens(text);
        let mut found = BTreeMap::new();
        for token in &tokens {
            if let Some(of) = self.names.get(token.text) {
                let message = format!("`{}` is a hidden test of `{of}`", token.text);
                found.entry(token.line).or_insert(message);
            }
        }
        // The number of consecutive shingles of a solution up to here, for each file.
        let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, shingle) in shingles(&tokens).into_iter().enumerate() {
            if let Some(file) = self.texts.get(&shingle) {
                let words = joined(&tokens[at..at + LENGTH]);
                let message =
                    format!("this is in {file}, which no student sees: {words}");
                found.entry(tokens[at].line).or_insert(message);
            }
            let files = self.solutions.get(&shingle).into_iter().flatten();
            let longer = |file: &str| 1 + rows.get(file).copied().unwrap_or(0);
            let next = files.map(|(file, many)| (&**file, *many, longer(file)));
            let next: Vec<_> = next.collect();
            for (file, _, row) in next.iter().filter(|(_, many, row)| row >= many) {
                let piece = &tokens[at + 1 - row..];
                let words = joined(&piece[..SHORTEST]);
                let message =
                    format!("this is much of the solution in {file}: {words}");
                found.entry(piece[0].line).or_insert(message);
            }
            rows = next.into_iter().map(|(file, _, row)| (file, row)).collect();
        }
        found
    }
}

impl Handout<'_> {
    /// Searches the folder of one student for all secrets.
    pub(super) fn attack(
        &self,
        secrets: &Secrets,
        copy: &Copy,
        product: &Path,
    ) -> Result<(), Error> {
        let (shown, folder) = (copy.folder(), product.join(copy.folder()));
        let mut found = Vec::new();
        for file in tree::files(&folder)? {
            if file.starts_with(ATTENTION) || file.starts_with(VENDOR) {
                continue;
            }
            let path = folder.join(&file);
            let text = fs::read(&path).map_err(Error::file(path, "cannot read"))?;
            let text = String::from_utf8_lossy(&text);
            let name = format!("{shown}/{}", file.to_string_lossy().replace('\\', "/"));
            let told = secrets.in_text(&text).into_iter();
            let told = told.map(|(line, message)| Problem::new(&name, line, message));
            found.extend(told.chain(self.salt_in(&name, &text)));
        }
        dialect::unless(found, ()).map_err(Error::Leak)
    }

    /// Fails if a file for the instructor contains the salt.
    pub(super) fn tells_salt(&self, files: &[File]) -> Result<(), Error> {
        let found =
            |(name, text): &File| self.salt_in(&format!("instructor/{name}"), text);
        let found = files.iter().filter_map(found).collect();
        dialect::unless(found, ()).map_err(Error::Leak)
    }

    fn salt_in(&self, name: &str, text: &str) -> Option<Problem> {
        let at = text.find(self.course.salt.as_deref()?)?;
        let line = text[..at].matches('\n').count() + 1;
        Some(Problem::new(name, line, "this is the salt of the course"))
    }
}
