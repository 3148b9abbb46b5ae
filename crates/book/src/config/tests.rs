use super::*;

const GOOD: &str = r#"[book]
title = "A"

[output.html]
default-theme = "light"

[preprocessor.katex]
no-css = true
output = "htmlAndMathml"
inline-delimiter = { left = "$`", right = "`$" }
block-delimiter = { left = "```math", right = "```" }
"#;

fn read(root: &str, text: &str) -> Result<Book, Problem> {
    let (file, text) = (FILE.to_owned(), text.to_owned());
    super::read(root.as_ref(), &Source { file, text })
}

fn message(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from));
    let text = GOOD.replace(from, to);
    read("/nowhere", &text).unwrap_err().to_string()
}

#[test]
fn reads_a_good_file_and_switches_mdbooks_own_expansion_off() {
    let book = read("/nowhere", GOOD).unwrap();
    assert_eq!(book.config.book.title.as_deref(), Some("A"));
    assert!(!book.config.build.use_default_preprocessors);
    assert!(book.api.is_empty());
}

#[test]
fn a_documented_package_has_a_manifest() {
    let text = format!("{GOOD}\n[preprocessor.cargo-book]\ndocuments = [\".\"]\n");
    let book = read(env!("CARGO_MANIFEST_DIR"), &text).unwrap();
    assert_eq!(book.api, [Path::new(".")]);
    let none = read("/nowhere", &text).unwrap_err().to_string();
    assert_eq!(none, "book.toml:14: no Cargo.toml in .");
    let says = |from, to, start| {
        let error = read("/nowhere", &text.replace(from, to));
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with(start), "{error}");
    };
    says("documents", "document", "book.toml:14: unknown field `document`");
    says("cargo-book", "cargo", "book.toml:13: unknown field `cargo`");
}

#[test]
fn addresses_are_whole() {
    let own = |setting| format!("{GOOD}\n[preprocessor.cargo-book]\n{setting}\n");
    let book = read("/nowhere", GOOD).unwrap();
    assert_eq!((book.address, book.repository), (None, None));
    let (address, repository) = ("https://a.example/book/", "https://a.example/book");
    let book = read("/nowhere", &own(format!("repository = \"{repository}\""))).unwrap();
    assert_eq!(book.repository.as_deref(), Some(repository));
    let moved = book.with_addresses(Some(address.to_owned()), None).unwrap();
    assert_eq!(moved.address.as_deref(), Some(address));
    assert_eq!(moved.repository.as_deref(), Some(repository));
    let wrong = moved.with_addresses(None, Some(address.to_owned())).unwrap_err().to_string();
    assert!(wrong.starts_with("https://a.example/book/: the address of a repository"), "{wrong}");
    for (setting, start) in [
        ("address = \"https://a.example/book\"", "book.toml:14: the address of a site begins"),
        ("address = \"http://a.example/book/\"", "book.toml:14: the address of a site begins"),
        ("repository = \"git@a.example:book\"", "book.toml:14: the address of a repository"),
        ("repository = \"https://a.example/\"", "book.toml:14: the address of a repository"),
        ("repository = 1", "book.toml:14: invalid type: integer"),
    ] {
        let error = read("/nowhere", &own(setting.to_owned())).unwrap_err().to_string();
        assert!(error.starts_with(start), "{error}");
    }
}

#[test]
fn unknown_keys_are_named_with_their_line() {
    let starts = |from, to, start: &str| {
        let message = message(from, to);
        assert!(message.starts_with(start), "{message}");
    };
    starts("no-css", "no-cs", "book.toml:8: unknown field `no-cs`");
    starts("[preprocessor.katex]", "[preprocessor.katx]", "book.toml:7: unknown field `katx`");
    starts("[output.html]", "[output.epub]", "book.toml:4: unknown field `epub`");
    starts("[book]", "[bok]", "book.toml:1: unknown field `bok`");
    starts("default-theme", "defualt-theme", "book.toml:5: ");
    starts("title", "titel", "book.toml:2: ");
    starts("title = ", "title ", "book.toml:2: ");
}

#[test]
fn settings_that_would_do_nothing_are_refused() {
    let theme = "default-theme = \"light\"";
    for (set, start) in [
        ("input-404 = \"404.md\"", "book.toml:5: input-404 would"),
        ("site-url = \"/book/\"", "book.toml:5: site-url would"),
        (
            "[output.html.search.chapter]\n\"a.md\" = { enable = false }",
            "book.toml:5: search.chapter would",
        ),
    ] {
        let message = message(theme, set);
        assert!(message.starts_with(start), "{message}");
    }
}

#[test]
fn formulas_cannot_silently_lose_mathml_or_gain_a_foreign_stylesheet() {
    assert!(message("no-css = true", "no-css = false").starts_with("book.toml:8: no-css must"));
    assert!(message("true", "\"true\"").starts_with("book.toml:8: no-css must"));
    let output = message("\"htmlAndMathml\"", "\"html\"");
    assert!(output.starts_with("book.toml:9: output must be"), "{output}");
    let moved = message("title = \"A\"", "src = \"text\"");
    assert_eq!(moved, "book.toml:2: the chapters of this book are in src");
    assert!(message("left = \"$`\"", "left = \"$\"").starts_with("book.toml:10: inline-"));
}
