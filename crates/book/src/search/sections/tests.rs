use super::*;

#[test]
fn a_section_has_its_titles_its_words_and_what_is_read_there() {
    let pages = [
        ("a/index.md", "# Means {#means}\n\nA **mean** of <x-formula>x</x-formula>.\n"),
        (
            "a/wide.md",
            "# Wide {#wide}\n\n## 1.1 Width {#width}\n\n**Note.** One\nrow:\n\n\
             ```rust\n# use x;\nlet a = 1;\n```\n\n```text,output\n1\n```\n",
        ),
        ("a/solutions.md", "# Solutions {#solutions}\n\nIt is 2.\n"),
        (
            "words.md",
            "# Words {#words}\n\n<span id=\"term-width\">Wide (row)</span>\n\
             : How wide. Also: breadth. [Section 1.1](a/wide.md#width)\n\n\
             point\n: Has no width. [Section 1.1](a/wide.md#width)\n",
        ),
    ];
    let pages = pages.map(|(path, text)| Page {
        path: path.to_owned(),
        text: text.to_owned(),
        is_counted: true,
    });
    let found = sections(&pages, 3);
    let of = |url: &str| found.iter().find(|section| section.url == url).unwrap();
    let means = of("a/index.html#means");
    assert_eq!((&*means.trail, &*means.terms), ("Means", " mean"));
    assert_eq!(means.text.trim(), "A mean of ….");
    let width = of("a/wide.html#width");
    assert_eq!(width.trail, "Means » Wide » 1.1 Width");
    assert_eq!(width.terms, " Wide (row) breadth point");
    assert_eq!(width.explains, ["Wide (row)", "breadth", "point"]);
    assert_eq!(width.text.trim(), "Note. One row: let a = 1;");
    let entry = of("words.html#wide-row");
    assert_eq!(entry.trail, "Words » Wide (row)");
    assert!(entry.text.contains("How wide."), "{}", entry.text);
    assert_eq!(found.len(), 6);
}
