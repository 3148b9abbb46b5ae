use attention::transformer::Sampling;

use super::*;

#[test]
fn a_given_model_does_what_the_compiled_in_one_does() {
    let [given, shipped] = [unpack(&packed::<Writer>()).expect("it is whole"), Writer::shipped().0];
    let sampling = Sampling::new(1.0).expect("above 0");
    let words = ["the", "cat"];
    for seed in 0..5 {
        let expected = shipped.write(&words, &sampling, seed);
        assert_eq!(given.write(&words, &sampling, seed), expected);
    }
    assert_eq!(given.next(&words), shipped.next(&words));

    let given: Translator = unpack(&packed::<Translator>()).expect("it is whole");
    let words = ["the", "old", "woman", "does", "not", "see", "them", "."];
    let [given, expected] = [given, Translator::shipped().0]
        .map(|translator| translator.translate(&words, &Perturbation::default()));
    assert_eq!(given, expected);
}

#[test]
fn a_damaged_model_is_refused() {
    let whole = packed::<Translator>();
    for damaged in [
        &[b"B", &whole[1..]].concat(),
        &whole[..whole.len() - 1],
        &whole[..whole.len() - 4],
        &[&whole[..], &[0; 4]].concat(),
        b"bahdanau 4\n",
        b"bahdanau\n4 four 4\n",
        b"bahdanau\n4 4\na\nb\n",
    ] {
        assert!(unpack::<Translator>(damaged).is_none());
    }
}
