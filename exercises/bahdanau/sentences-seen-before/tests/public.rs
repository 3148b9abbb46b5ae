use attention::data::Pair;
use sentences_seen_before::seen_before;

pub fn pair(source: &str, target: &str) -> Pair {
    Pair { source: source.to_owned(), target: target.to_owned() }
}

#[test]
fn the_same_string() {
    let training = [
        pair("Wait here.", "Attends ici."),
        pair("The soup is cold.", "La soupe est froide."),
    ];
    let test = [
        pair("The tea is cold.", "Le thé est froid."),
        pair("The soup is cold.", "La soupe est froide."),
        pair("Turn here.", "Tourne ici."),
        pair("Wait here.", "Attends ici."),
    ];
    assert_eq!(seen_before(&training, &test), [1, 3], "the soup and \"Wait here.\"");
}

#[test]
fn another_translation_of_the_same_sentence() {
    let training = [pair("You sleep.", "Tu dors.")];
    let test = [pair("You sleep.", "Vous dormez."), pair("You sing.", "Tu dors.")];
    assert_eq!(seen_before(&training, &test), [0], "only the source counts");
}
