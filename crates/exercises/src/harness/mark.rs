// The start of each test program. A test reports its start and end with a word that the code under test
// cannot know, so that code cannot fake a pass.

/// Returns the value of a parameter from the environment.
#[allow(dead_code)]
pub fn value<T: std::str::FromStr>(name: &str) -> T {
    let value = std::env::var(name).ok().and_then(|value| value.parse().ok());
    value.unwrap_or_else(|| panic!("no value of {name}"))
}

pub struct Mark(String, bool);

/// Returns a mark that the test holds until its last line.
pub fn mark(module: &str, test: &str, should_panic: bool) -> Mark {
    let (_, module) = module.split_once("::").unwrap_or_default();
    let path = format!("{module}::{test}");
    say("starts", &path);
    Mark(path, should_panic)
}

impl Drop for Mark {
    fn drop(&mut self) {
        let passed = std::thread::panicking() == self.1;
        say(if passed { "passed" } else { "failed" }, &self.0);
    }
}

fn say(what: &str, test: &str) {
    use std::io::Write;
    static WORD: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let word = WORD.get_or_init(|| {
        let mut word = String::new();
        let _ = std::io::stdin().read_line(&mut word);
        word
    });
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "\n{} {what} {test}", word.trim());
    let _ = out.flush();
}
