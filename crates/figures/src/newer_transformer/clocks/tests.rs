use super::*;

#[test]
fn both_sentences_of_the_chapter_come_out() {
    let start = answer(&[4, 0, 6]).result;
    assert_eq!(
        start,
        "“Tired” at position 4 scores 2.45 with “girl” at 5, weight 0.698, and 0.00 with “men” at 1, \
         weight 0.060. The output is (0.698, 0.121)."
    );
    let other = answer(&[1, 0, 6]).result;
    assert_eq!(
        other,
        "“Tired” at position 1 scores \u{2212}1.41 with “girl” at 5, weight 0.015, and 2.45 with “men” at \
         2, weight 0.732. The output is (0.015, 0.795)."
    );
}

#[test]
fn after_a_full_turn_the_farther_noun_wins() {
    let result = answer(&[0, 0, 15]).result;
    let expected = "scores 2.73 with “girl” at 5";
    assert!(result.contains(expected), "{result}");
    assert!(result.contains("\u{2212}2.45 with “men” at 2"), "{result}");
}

#[test]
fn only_offsets_count() {
    for degrees in (0..5 * DEGREES).step_by(5) {
        for tired in 0..LEN {
            let near = Found::new(tired, 0, degrees);
            let far = Found::new(tired, FIRSTS - 2, degrees);
            let away = |a: Array1<Real>, b: Array1<Real>| {
                (a - b).fold(0.0, |most: Real, x| most.max(x.abs()))
            };
            let [query, same] = [&near, &far].map(|found| found.queries.row(tired).to_owned());
            // The angle of 98 positions is no number of turns.
            assert!(degrees == 0 || away(query, same) > 0.1, "{degrees} degrees");
            let largest = away(near.weights, far.weights);
            assert!(largest < 1e-4, "{largest} at {degrees} degrees");
        }
    }
}
