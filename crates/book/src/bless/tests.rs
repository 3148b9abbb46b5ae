use super::*;

#[test]
fn a_sentence_that_holds_an_old_number_is_named() {
    let text = "# A {#a}\n\nIt was 0.96.\n\n## B {#b}\n\nThe key gets 96 percent. It is 12\nof 40.\n\n\
                ```rust\na\n```\n```text,output\n[0.964, 12.5]\n```\n\n## C {#c}\n\n96 percent.\n";
    let source = Source { file: "src/a.md".into(), text: text.into() };
    let expanded = dialect::expand("/".as_ref(), &source).unwrap();
    let block = &dialect::blocks(&expanded).unwrap()[0];
    let found = |old, new| stale(&expanded, block, old, new);
    let sentence = "The key gets 96 percent.".to_owned();
    let expected = [(7, "96".to_owned(), sentence)];
    assert_eq!(found("[0.964, 12.5]", "[0.911, 12.5]"), expected);
    assert_eq!(found("[0.964]", "[0.964, 1]"), []);
    let expected = [(7, "40".to_owned(), "It is 12 of 40.".to_owned())];
    assert_eq!(found("12 40 7", "12 41 8"), expected);
}
