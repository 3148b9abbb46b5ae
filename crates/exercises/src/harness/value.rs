// The start of each test program. A test reports its start and end, so that a test whose process
// ends before it does has not passed. Code that forges reports is not stopped: it runs in the same
// process.

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
    report("starts", &path);
    Mark(path, should_panic)
}

impl Drop for Mark {
    fn drop(&mut self) {
        let passed = std::thread::panicking() == self.1;
        report(if passed { "passed" } else { "failed" }, &self.0);
    }
}

fn report(what: &str, test: &str) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "\n\u{1e}exercise {what} {test}");
    let _ = out.flush();
}
