use super::public::{PAIRS, check};

#[test]
fn all_translations_of_a_test_sentence() {
    for held_out in 0..=3 {
        let [_, all] = check(&PAIRS, held_out, 1);
        assert_eq!(all, PAIRS[..5], "both parts, with {held_out} sources held out");
    }
}

#[test]
fn upper_case_is_no_other_sentence() {
    let pairs = [("Go on.", "Continue."), ("Stop.", "Arrête."), ("go on.", "Vas-y.")];
    for seed in 0..20 {
        assert_eq!(check(&pairs, 1, seed)[1], pairs, "the letters of both parts");
    }
}

#[test]
fn any_source_can_be_held_out() {
    for source in ["Go!", "I am tired.", "Run."] {
        let chosen = |seed: &u64| check(&PAIRS, 1, *seed)[0][0].0 == source;
        let times: usize = (0..600).filter(chosen).count();
        assert!(
            (140..260).contains(&times),
            "{source} is held out {times} times of 600"
        );
    }
}
