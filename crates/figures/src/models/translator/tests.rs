use super::*;

#[test]
fn a_given_model_translates_like_the_shipped_one() {
    let given = Trained::unpack(&packed()).expect("it is whole");
    let words = ["the", "old", "woman", "does", "not", "see", "them", "."];
    let given = given.translate(&words, &Perturbation::default());
    let translator = trained_recurrent().bahdanau;
    let expected = translator.translate("the old woman does not see them.");
    let expected = expected.expect("there is a sentence");
    assert_eq!(given.source, expected.source);
    assert_eq!(given.target, expected.target);
    assert_eq!(given.log_probability, expected.log_probability);
    assert_eq!(Some(given.weights), expected.weights);
}

#[test]
fn a_token_can_be_forced_and_weights_can_be_shifted() {
    let trained = shipped();
    let words = ["the", "men", "see", "the", "tired", "girl", "."];
    let write = |shift: usize, first: Option<&str>| {
        trained.translate(&words, &Perturbation { shift, first })
    };
    let [free, forced] = [None, Some("la")].map(|first| write(0, first));
    assert_eq!(free.target[..2], ["les", "hommes"]);
    assert_eq!(forced.target[0], "la");
    assert_ne!(forced.target, free.target);
    assert_eq!(forced.weights.row(0), free.weights.row(0));
    for shift in 1..8 {
        assert_ne!(write(shift, None).target, free.target, "{shift}");
    }
}

#[test]
fn a_damaged_model_is_refused() {
    let whole = packed();
    assert!(Trained::unpack(&whole[..whole.len() - 1]).is_none());
    assert!(Trained::unpack(&whole[..whole.len() - 4]).is_none());
    assert!(Trained::unpack(&[&whole[..], &[0; 4]].concat()).is_none());
    assert!(Trained::unpack(b"bahdanau 4\n").is_none());
}
