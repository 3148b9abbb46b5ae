use attention::data::Sentence;
use laboratory::bahdanau::trained;
use longer_than_trained::{clauses, exact, join, translate_joined};

fn sentence(source: &str, translation: &str) -> Sentence {
    Sentence { source: source.to_owned(), translations: vec![translation.to_owned()] }
}

#[test]
fn three_parts_make_one_sentence() {
    let parts = [
        sentence("he sleeps.", "il dort."),
        sentence("she sings.", "elle chante."),
        sentence("the car is red.", "la voiture est rouge."),
    ];
    let joined: Sentence = join(&[&parts[0], &parts[1], &parts[2]]);
    let want = sentence(
        "he sleeps and she sings and the car is red.",
        "il dort et elle chante et la voiture est rouge.",
    );
    assert_eq!(joined, want);
    assert_eq!(join(&[&parts[1]]), parts[1], "a single part does not change");
}

#[test]
fn a_single_clause_is_right() {
    let translator = trained().expect("the book ships its models").bahdanau;
    assert!(clauses().len() > 100);
    let share: f64 = exact(&translate_joined(&translator, 1, 3..=11, 2));
    assert!(share > 0.85, "{share} of single clauses are right");
}
