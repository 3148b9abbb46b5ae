use attention::data::Corpus;

use super::*;
use crate::html;

fn french(text: &str) -> Option<&str> {
    find(text).map(|part| &text[part])
}

#[test]
fn french_differs_from_english() {
    for (text, part) in [
        ("fatiguée", "fatiguée"),
        ("“Les hommes voient la fille.”", "Les hommes voient la fille"),
        ("fatigué 0.999", "fatigué"),
        ("J'ai besoin de ceci plus que Tom.", "J'ai besoin de ceci plus que"),
        ("Y a-t-il un chat sur la table ?", "Y a-t-il un chat sur la table"),
        ("est-ce qu’il la trouve", "est-ce qu’il la trouve"),
    ] {
        assert_eq!(french(text), Some(part));
    }
    for text in ["a table", "girl", "la is the article", "on", "d", "l", "b'n'", "0.23", ""] {
        assert_eq!(french(text), None, "{text}");
    }
}

#[test]
fn parts_of_an_output_and_quotations_are_marked() {
    let marked = |text: &str, ends| {
        let mut nodes = vec![Node::Text(text.into())];
        mark_parts(&mut nodes, "span", ends);
        html::written(&nodes)
    };
    assert_eq!(
        marked("the girl   la fille 1.00\nla:woman", columns),
        "the girl   <span lang=\"fr\">la fille</span> 1.00\n<span lang=\"fr\">la</span>:woman"
    );
    assert_eq!(
        marked("To write “la” after “the”.", quoted),
        "To write “<span lang=\"fr\">la</span>” after “the”."
    );
}

#[test]
fn an_element_is_marked_once() {
    let marked = |text| {
        let mut nodes = html::parse(text);
        let em = html::find(&mut nodes, "em").unwrap();
        mark(em);
        html::written(&nodes)
    };
    assert_eq!(marked("<em>fille</em>"), "<em lang=\"fr\">fille</em>");
    for kept in ["<em>girl</em>", "<em lang=\"x\">fille</em>", "<em>a <b>fille</b></em>"] {
        assert_eq!(marked(kept), kept);
    }
}

#[test]
fn the_lists_have_the_words_of_the_grammar() {
    let corpus = Corpus::generated(4_500, 0).unwrap();
    let translations = corpus.sentences().iter().flat_map(|one| &one.translations);
    let missing: HashSet<_> = translations
        .flat_map(|text| words(text).map(move |word| &text[word]))
        .filter(|word| !WORDS.contains(word) && !ALSO.contains(word))
        .collect();
    assert_eq!(missing, HashSet::new());
}
