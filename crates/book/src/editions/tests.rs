use super::*;

fn site(folder: &Path, pages: &[&str]) {
    write(folder.join(MARKER), "").unwrap();
    for page in pages {
        write(folder.join(page), format!("<body><main><h1>{page}</h1></main></body>")).unwrap();
    }
}

#[test]
fn released_editions_lead_to_the_same_page_of_the_latest() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let book = Book::find(&root).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let put = || editions(&book, &path("book"), &path("released"), &path("public"));
    site(&path("book"), &["index.html", "cues/weights.html", "404.html"]);
    site(&path("released/2.0"), &["index.html"]);
    site(&path("released/1.0"), &["index.html", "cues/weights.html", "cues/dropped.html"]);
    write(path("released/1.0/cues.html"), "<body>Moved</body>").unwrap();
    assert_eq!(put().unwrap(), ["1.0", "2.0"]);

    let public = |name: &str| fs::read_to_string(path("public").join(name)).unwrap();
    for (page, link) in [
        ("index.html", "../latest/index.html"),
        ("cues/weights.html", "../../latest/cues/weights.html"),
        ("cues/dropped.html", "../../latest/index.html"),
    ] {
        let notice = format!(
            "<main>\n<div class=\"blockquote-tag\" role=\"note\"><p>You are reading edition 1.0. \
             <a href=\"{link}\">The latest edition</a> may differ.</p></div><h1>{page}</h1>"
        );
        let text = public(&format!("1.0/{page}"));
        assert!(text.contains(&notice), "{text}");
        let target = path("public/1.0").join(page).parent().unwrap().join(link);
        assert!(target.exists(), "{}", target.display());
    }
    assert!(public("2.0/index.html").contains("edition 2.0"));
    for unchanged in ["latest/index.html", "latest/cues/weights.html", "404.html", "1.0/cues.html"]
    {
        assert!(!public(unchanged).contains("You are reading"), "{unchanged}");
    }
    assert!(public("index.html").contains("url=latest/"));
    assert!(!path("public/robots.txt").exists(), "a site without an address has none");

    // Again, after a correction: the old folder is replaced, and nobody else's is.
    site(&path("book"), &["cues/dropped.html"]);
    put().unwrap();
    assert!(public("1.0/cues/dropped.html").contains("latest/cues/dropped.html"));
    fs::remove_file(path("public").join(MARKER)).unwrap();
    let error = put().unwrap_err().to_string();
    assert!(error.ends_with("choose an empty one"), "{error}");
}

#[test]
fn only_sites_of_the_book_are_editions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let book = Book::find(&root).unwrap();
    for (edition, message) in [
        ("photos/index.html", "is not a site that cargo book has written"),
        ("latest/index.html", "no edition has this name"),
        ("notes.html", "no edition has this name"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        site(&path("book"), &["index.html"]);
        write(path("released").join(edition), "").unwrap();
        let put = editions(&book, &path("book"), &path("released"), &path("public"));
        let error = put.unwrap_err().to_string();
        assert!(error.ends_with(message), "{error}");
        assert!(!path("public").exists());
    }
}
