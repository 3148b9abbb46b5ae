// The start of each test program.

/// Returns the value of a parameter from the environment.
#[allow(dead_code)]
pub fn value<T: std::str::FromStr>(name: &str) -> T {
    let value = std::env::var(name).ok().and_then(|value| value.parse().ok());
    value.unwrap_or_else(|| panic!("no value of {name}"))
}
