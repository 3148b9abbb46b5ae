use super::*;
use crate::data::{Pair, UNK};

#[test]
fn the_words_of_the_grammar_are_few_and_frequent() {
    let corpus = Corpus::generated(4_500, 0).unwrap();
    let all = Vocabularies::new(&corpus, 1);
    assert_eq!((all.source.len(), all.target.len()), (69, 112));
    assert_eq!(Vocabularies::new(&corpus, 30), all);
}

#[test]
fn pairs_become_numbers_and_text_again() {
    let corpus = Corpus::generated(200, 0).unwrap();
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus);
    assert_eq!(examples.len(), corpus.pair_count());
    for (
        Example {
            source: x,
            target: y,
        },
        (source, target),
    ) in examples.iter().zip(corpus.pairs())
    {
        assert_eq!((x.last(), y.last()), (Some(&EOS), Some(&EOS)));
        assert!(!x.contains(&UNK) && !y.contains(&UNK));
        assert_eq!(vocabularies.source.decode(x), tokenize(source));
        assert_eq!(vocabularies.target.decode(y), tokenize(target));
        assert_eq!(
            vocabularies.encode_source(&source.to_uppercase()),
            *x
        );
    }
}

#[test]
fn a_source_counts_once() {
    let pairs = [("a b", "x"), ("a b", "y"), ("a", "x")].map(
        |(source, target)| Pair {
            source: source.into(),
            target: target.into(),
        },
    );
    let vocabularies = Vocabularies::new(&Corpus::from_pairs(pairs), 2);
    assert_eq!(vocabularies.source.tokens()[4..], ["a"]);
    assert_eq!(vocabularies.target.tokens()[4..], ["x"]);
}
