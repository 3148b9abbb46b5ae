//! What students must not see, and what they may.

use std::collections::{BTreeMap, HashMap, HashSet};

use dialect::{Exercise, TestFile, Values, View};

use super::task::{Copy, Task, common, different};
use super::tokens::{Token, joined, shingles, tokens, without_comments};

/// What students must not see.
pub(super) struct Secrets {
    /// For each [`LENGTH`](super::tokens::LENGTH) tokens in a row the file where they stand.
    texts: HashMap<String, String>,
    /// The same, in code without its comments.
    code: HashSet<String>,
    /// Pieces of solutions that are too long for any text, by their first [`SHORTEST`] tokens.
    pieces: HashMap<String, Vec<Piece>>,
    /// Names of hidden tests, with the exercise.
    names: BTreeMap<String, String>,
}

/// How many tokens of a solution in a row are too many for any text: the hints and tests of the book
/// have at most 24.
const MOST: usize = 40;

/// A shorter solution must not stand in any text as a whole, if it is at least so long.
const SHORTEST: usize = 16;

/// Tokens of a solution that follow each other, and its file.
#[derive(PartialEq)]
struct Piece {
    words: Vec<String>,
    file: String,
}

/// What a student may see in the folder of an exercise, or outside of all.
#[derive(Default)]
pub(super) struct Allowed {
    texts: HashSet<String>,
    /// Names of functions: a hidden test of another exercise may have the same.
    functions: HashSet<String>,
}

impl Secrets {
    /// The secrets of all exercises with all values that their parameters have in the handout.
    pub(super) fn of(tasks: &[Task], copies: &[Copy]) -> Self {
        let mut secrets = Self {
            texts: HashMap::new(),
            code: HashSet::new(),
            pieces: HashMap::new(),
            names: BTreeMap::new(),
        };
        for (index, task) in tasks.iter().enumerate() {
            let exercise = &task.exercise;
            let sources = common(task);
            let mut variants = different(copies, index, usize::MAX);
            variants.push(&sources);
            for variant in variants {
                secrets.add_variant(exercise, &variant.hidden);
                secrets.add_variant(exercise, &variant.public);
            }
            for test in exercise.metadata.tests_in(TestFile::Hidden) {
                // Everybody knows what the crate is called.
                if test.name != exercise.crate_name() {
                    secrets.names.insert(test.name.clone(), exercise.id.clone());
                }
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
            self.add_code(&code.library.file, &region);
            self.add_pieces(&code.library.file, &region);
        }
        for mutant in &code.mutants {
            self.add_code(&mutant.file, &mutant.text);
            self.add(&mutant.file, &mutant.misconception);
        }
    }

    fn add(&mut self, file: &str, text: &str) {
        for (shingle, _) in shingles(&tokens(text)) {
            self.texts.entry(shingle).or_insert_with(|| file.to_owned());
        }
    }

    fn add_pieces(&mut self, file: &str, solution: &str) {
        let code = without_comments(solution);
        let tokens = tokens(&code);
        let length = tokens.len().min(MOST);
        if length < SHORTEST {
            return;
        }
        for window in tokens.windows(length) {
            let piece = Piece {
                words: window.iter().map(|token| token.text.to_owned()).collect(),
                file: file.to_owned(),
            };
            let start = self.pieces.entry(joined(&window[..SHORTEST])).or_default();
            if !start.contains(&piece) {
                start.push(piece);
            }
        }
    }

    fn add_code(&mut self, file: &str, text: &str) {
        let code = without_comments(text);
        self.code
            .extend(shingles(&tokens(&code)).map(|(shingle, _)| shingle));
        self.add(file, text);
        self.add(file, &code);
    }
}

impl Allowed {
    /// A text may say all of this.
    pub(super) fn add(&mut self, text: &str) {
        self.texts
            .extend(shingles(&tokens(text)).map(|(shingle, _)| shingle));
    }

    /// Code may say what secret code says, but a comment may not.
    pub(super) fn add_code(&mut self, text: &str, secrets: &Secrets) {
        let code = without_comments(text);
        self.add(&code);
        let pairs = tokens(&code);
        let functions = pairs.windows(2).filter(|pair| pair[0].text == "fn");
        self.functions
            .extend(functions.map(|pair| pair[1].text.to_owned()));
        let tokens = tokens(text);
        let public = shingles(&tokens).map(|(shingle, _)| shingle);
        self.texts
            .extend(public.filter(|shingle| !secrets.code.contains(shingle)));
    }
}

impl Secrets {
    /// What a text tells: names of hidden tests, words of secret texts, and pieces of solutions. For
    /// each line the first.
    pub(super) fn in_text(
        &self,
        text: &str,
        allowed: &Allowed,
        id: &str,
    ) -> BTreeMap<usize, String> {
        let tokens = tokens(text);
        let mut found = BTreeMap::new();
        for token in &tokens {
            if let Some(of) = self.names.get(token.text)
                && (of == id || !allowed.functions.contains(token.text))
            {
                let message = format!("`{}` is a hidden test of `{of}`", token.text);
                found.entry(token.line).or_insert(message);
            }
        }
        for (shingle, line) in shingles(&tokens) {
            if let Some(file) = self.texts.get(&shingle)
                && !allowed.texts.contains(&shingle)
            {
                let message =
                    format!("this is in {file}, which no student sees: {shingle}");
                found.entry(line).or_insert(message);
            }
        }
        for (at, window) in tokens.windows(SHORTEST).enumerate() {
            if let Some(piece) = self.piece(&tokens[at..], window) {
                let words = joined(window);
                let message =
                    format!("this is much of the solution in {}: {words}", piece.file);
                found.entry(window[0].line).or_insert(message);
            }
        }
        found
    }

    /// The piece of a solution that `tokens` start with; `start` are the first of them.
    fn piece(&self, tokens: &[Token<'_>], start: &[Token<'_>]) -> Option<&Piece> {
        let same = |piece: &&Piece| {
            let here = tokens.get(..piece.words.len()).unwrap_or_default();
            here.iter().map(|token| token.text).eq(&piece.words)
        };
        self.pieces.get(&joined(start))?.iter().find(same)
    }
}
