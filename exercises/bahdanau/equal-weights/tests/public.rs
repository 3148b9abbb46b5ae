use attention::data::Corpus;
use attention::encoder_decoder::evaluate;
use equal_weights::exact_at;
use laboratory::bahdanau::trained;

#[test]
fn the_factor_one_changes_nothing() {
    let translator = trained().expect("the book ships its models").bahdanau;
    let corpus = Corpus::generated(30, 1).expect("the grammar has more");
    let want: f64 = evaluate(&translator, &corpus, 4).expect("known words").exact;
    assert_eq!(exact_at(&translator, &corpus, 1.0), want, "the share of `evaluate`");
}

#[test]
fn a_factor_of_zero() {
    let translator = trained().expect("the book ships its models").bahdanau;
    let corpus = Corpus::generated(40, 2).expect("the grammar has more");
    let got: f64 = exact_at(&translator, &corpus, 0.0);
    let equal = trained().expect("the book ships its models").bahdanau;
    equal.model.attention.score.update(|score| score.fill(0.0));
    let want: f64 = evaluate(&equal, &corpus, 4).expect("known words").exact;
    assert_eq!(got, want, "the share of a model whose scores are all 0");
}
