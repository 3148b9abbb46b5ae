use super::*;

#[test]
fn every_sentence_is_one_of_the_grammar() {
    for index in 0..SUBJECTS.len() * 2 * VERBS.len() * OBJECTS.len() {
        let (rest, subject) = (index / SUBJECTS.len(), index % SUBJECTS.len());
        let (rest, not) = (rest / 2, rest % 2);
        let (object, verb) = (rest / VERBS.len(), rest % VERBS.len());
        let sentence = sentence(&[subject, not, verb, object]);
        assert!(!translations(&sentence).is_empty(), "{sentence:?}");
    }
}

#[test]
fn translations_are_judged() {
    let right = "“le petit chat noir voit la grande maison rouge.”";
    let wrong = right.replace("le petit", "la petite");
    for (choices, french, probability, expected) in [
        ([0, 0, 0, 0, 3, 0, 0], right, 0.9..1.0, "the only right translation"),
        ([0, 0, 0, 0, 3, 0, 2], &wrong, 0.0..0.1, "a wrong translation"),
        ([7, 0, 0, 8, 3, 0, 0], "", 0.0..1.0, "one of two right translations"),
        ([0, 0, 0, 0, 3, 1, 0], "", 0.0..1.0, "a wrong translation"),
    ] {
        let result = answer(&choices).result;
        assert!(result.contains(french), "{result}");
        let (_, end) = result.split_once(" with probability ").expect("it says so");
        let (digits, judgment) = end.split_once(": ").expect("it says so");
        let digits: f64 = match digits {
            "less than 0.001" => 0.0,
            digits => digits.parse().expect("a number"),
        };
        assert!(probability.contains(&digits), "{result}");
        assert_eq!(judgment, format!("{expected}."), "{result}");
    }
}

#[test]
fn any_number_of_translations_may_be_right() {
    assert_eq!(judgment(true, 4), "one of four right translations");
    assert_eq!(judgment(true, 5), "one of 5 right translations");
    assert_eq!(judgment(false, 0), "a wrong translation");
}

#[test]
fn a_factor_sharpens_the_weights_and_is_undone() {
    let sentence = ["the", "men", "see", "the", "tired", "girl", "."];
    let row = |factor| {
        let translated = translated(&sentence, factor, &Perturbation::default());
        translated.weights.expect("the model has attention").row(0).to_vec()
    };
    let most = |row: &[Real]| row.iter().fold(0.0, |a: Real, b| a.max(*b));
    let [plain, double, none, half] = [1.0, 2.0, 0.0, 0.5].map(row);
    assert!(none.iter().all(|weight| (weight - 0.125).abs() < 1e-6));
    assert!(most(&none) < most(&half) && most(&half) < most(&plain));
    assert!(most(&plain) < most(&double));
    assert_eq!(row(1.0), plain);
}
