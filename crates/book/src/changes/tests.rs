use super::*;

fn read(text: &str) -> Result<Vec<Edition>, Problem> {
    editions(&Source { file: FILE.into(), text: text.into() })
}

const GOOD: &str = "# Changes\n\n## [Unreleased]\n\n- Not yet.\n\n## [2.0] - 2026-11-24\n\n\
                    ### Added\n\n- A & B.\n\n## [1.0] - 2026-11-22\n\nAll.\n";

#[test]
fn the_newest_edition_comes_first() {
    let editions = read(GOOD).unwrap();
    let numbers: Vec<_> = editions.iter().map(|one| (&*one.number, one.date.iso())).collect();
    assert_eq!(numbers, [("2.0", "2026-11-24".into()), ("1.0", "2026-11-22".into())]);
    assert_eq!(editions[0].changes.trim(), "### Added\n\n- A & B.");
}

#[test]
fn a_wrong_title_is_named_with_its_line() {
    let message = |from, to| read(&GOOD.replace(from, to)).unwrap_err().to_string();
    for (from, to) in [
        ("[2.0] - 2026-11-24", "[2.0] - 2026-11-32"),
        ("[2.0] - 2026-11-24", "[2.0] - 2026-13-24"),
        ("[2.0] - 2026-11-24", "[2.0] - 2026-1-24"),
        ("[2.0] - 2026-11-24", "[2.0] - 24-11-2026"),
        ("[2.0] - 2026-11-24", "2.0 - 2026-11-24"),
        ("[2.0] - 2026-11-24", "[two] - 2026-11-24"),
        ("[2.0] - 2026-11-24", "[2.0] - 2026-11-24-"),
    ] {
        let rule = "CHANGELOG.md:7: an edition is written ## [2.0] - 2026-11-24";
        assert_eq!(message(from, to), rule, "{to}");
    }
    let order = "CHANGELOG.md:13: the newest edition comes first";
    assert_eq!(message("2026-11-24", "2026-11-21"), order);
    assert!(read("# Changes\n").unwrap_err().to_string().starts_with("CHANGELOG.md:1: "));
}
