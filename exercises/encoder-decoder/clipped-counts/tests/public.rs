use clipped_counts::right_and_all;

#[test]
fn one_word_again_and_again() {
    let references = [
        vec!["the", "dog", "sees", "the", "cat"],
        vec!["the", "cat", "is", "seen", "by", "the", "dog"],
    ];
    let got: (usize, usize) = right_and_all(&["the"; 6], &references, 1);
    assert_eq!(got, (2, 6), "(right, all) of six words");
    let got: (usize, usize) =
        right_and_all(&["the", "cat", "the", "cat"], &references, 2);
    assert_eq!(got, (1, 3), "(right, all) of three pairs of words");
}

#[test]
fn a_single_reference() {
    let reference = [vec!["the", "cat", "sees", "the", "dog"]];
    let candidate = ["the", "the", "the", "dog"];
    let got: (usize, usize) = right_and_all(&candidate, &reference, 1);
    assert_eq!(got, (3, 4), "(right, all) of four words");
    let got: (usize, usize) = right_and_all(&candidate, &reference, 5);
    assert_eq!(got, (0, 0), "a candidate of four words has no 5-grams");
}
