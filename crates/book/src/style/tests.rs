use super::*;

#[test]
fn a_sheet_still_finds_its_files() {
    let sheet = "a { b: url(fonts/c.woff2) url( '../d.svg') url(\"data:e\") url(/g) url(#h) }";
    let moved = from_root("katex/k.css", sheet).unwrap();
    assert_eq!(
        moved,
        "a { b: url(katex/fonts/c.woff2) url('d.svg') url(\"data:e\") url(/g) url(#h) }"
    );
    let error = from_root("theme/page.css", "\n@import 'x.css';").unwrap_err();
    assert!(error.to_string().starts_with("theme/page.css:2: @import"));
}
