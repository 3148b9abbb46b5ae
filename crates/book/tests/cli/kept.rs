//! Files that a build keeps for the next one must never cause outdated pages.

#[test]
fn a_change_of_any_source_is_on_the_page() {
    let fixture = crate::exercises::book();
    fixture.write("theme/head.hbs", "<meta name=\"one\">\n");
    fixture.build();
    for (file, from, to, page, shown) in [
        ("src/means.md", "Every mean", "Any mean", "means", "Any mean has"),
        ("src/means.md", "w_i \\ge 0", "w_i \\ge 7", "means", "w_i \\ge 7<"),
        ("src/means.md", "\\sum_i w_i", "\\sum_i v_i", "means", "\\sum_i v_i"),
        ("code/code.rs", "fn shown()", "fn other()", "part/deep", "other"),
        ("images/means/dot.svg", "r=\"1\"", "r=\"4\"", "means", "r=\"4\""),
        (
            "src/references.bib",
            "Smooth Regression Analysis",
            "Rough Regression Analysis",
            "references",
            "Rough Regression",
        ),
        ("src/references.bib", "{Watson, Geoffrey", "{Holmes, Geoffrey", "means", ">Holmes 1964"),
        ("exercises/means/twice/prompt.md", "Double", "Treble", "means", "Treble the mean"),
        ("exercises/means/twice/src/lib.rs", "todo!(\"{x}\")", "todo!(\"{x}!\")", "means", "{x}!"),
        ("theme/head.hbs", "\"one\"", "\"two\"", "start", "<meta name=\"two\">"),
        ("src/SUMMARY.md", "[Start]", "[Begin]", "toc", "Begin</a>"),
        ("book.toml", "A small book", "A tiny book", "start", "A tiny book"),
    ] {
        fixture.replace(file, from, to);
        fixture.build();
        let text = fixture.read(&format!("target/book/{page}.html"));
        assert!(text.contains(shown), "{file}: no {shown} on {page}");
    }
    // Without a change, the kept files lead to the same pages.
    let before = fixture.read("target/book/means.html");
    fixture.build();
    assert_eq!(fixture.read("target/book/means.html"), before);
}
