use super::*;

#[test]
fn texts_are_judged_by_the_grammar() {
    let sampling = Sampling::new(2.0).expect("above 0");
    let mut judged = [0; 3];
    for seed in 0..30 {
        let text = Writer::shipped().0.write(&["the", "cat"], &sampling, seed);
        let (judgment, rest) = text.split_once(": “").expect("a quotation");
        let sentence = rest.trim_end_matches('.').trim_end_matches('”');
        let judgments = ["A sentence of the grammar", "Not a sentence of the grammar"];
        let found = judgments.iter().position(|one| *one == judgment);
        judged[found.unwrap_or(2)] += 1;
        if let Some(found) = found {
            assert_eq!(attention::data::is_sentence(sentence), found == 0, "{text}");
        }
    }
    assert!(judged[0] > 0 && judged[1] > 0, "{judged:?}");
}
