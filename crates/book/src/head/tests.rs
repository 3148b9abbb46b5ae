use super::*;

fn described(text: &str) -> Option<String> {
    beginning(&html::parse(text))
}

#[test]
fn a_description_is_the_beginning_without_formulas() {
    let long = "A page starts with a sentence of some length, so that a reader knows its subject.";
    let more = format!("<p>{long} {long}</p>");
    assert_eq!(described(&more), Some(long.to_owned()));
    let formula = format!("<p>Let <{0}>x</{0}> be.</p><p>{long}</p>", formulas::MARK);
    assert_eq!(described(&formula), Some(long.to_owned()));
    assert_eq!(described("<p>Short.</p>"), None);
    assert_eq!(described(&format!("<div><p>{long}</p></div>")), None);
    let endless = "word ".repeat(60);
    let cut = described(&format!("<p>{endless}</p>")).unwrap();
    assert!(cut.ends_with("word …") && cut.chars().count() <= LENGTH + 2, "{cut}");
}

#[test]
fn sentences_end_with_a_mark_and_a_space() {
    let found: Vec<_> = sentences("It is 2.5 long. Is it? Yes, with A et al. 2021.").collect();
    assert_eq!(found, ["It is 2.5 long.", "Is it?", "Yes, with A et al. 2021."]);
}
