use super::*;

#[test]
fn without_a_perturbation_the_translator_of_the_crate_translates_the_same() {
    let words = ["the", "old", "woman", "does", "not", "see", "them", "."];
    let found = Translator::shipped().0.translate(&words, &Perturbation::default());
    let translator = trained_recurrent().bahdanau;
    assert_eq!(Ok(found), translator.translate("the old woman does not see them."));
}

#[test]
fn a_token_can_be_forced_and_weights_can_be_shifted() {
    let (trained, _) = Translator::shipped();
    let words = ["the", "men", "see", "the", "tired", "girl", "."];
    let write = |shift: usize, first: Option<&str>| {
        trained.translate(&words, &Perturbation { shift, first })
    };
    let [free, forced] = [None, Some("la")].map(|first| write(0, first));
    assert_eq!(free.target[..2], ["les", "hommes"]);
    assert_eq!(forced.target[0], "la");
    assert_ne!(forced.target, free.target);
    let [free_weights, forced_weights] = [&free, &forced].map(|one| one.weights.as_ref().unwrap());
    assert_eq!(forced_weights.row(0), free_weights.row(0));
    for shift in 1..8 {
        assert_ne!(write(shift, None).target, free.target, "{shift}");
    }
}
