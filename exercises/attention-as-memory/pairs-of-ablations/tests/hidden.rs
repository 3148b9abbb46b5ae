use std::collections::HashSet;

use pairs_of_ablations::needed_sets;

#[test]
fn the_table_of_the_prompt() {
    let table = [
        0.99, 0.31, 0.98, 0.08, 0.97, 0.29, 0.95, 0.07, 0.96, 0.30, 0.94, 0.07, 0.03,
        0.04, 0.03, 0.03,
    ];
    let got: Vec<u32> = needed_sets(4, 0.9, |set| table[set as usize]);
    assert_eq!(got, [0b0001, 0b1100], "head 0; heads 2 and 3");
    let got: Vec<u32> = needed_sets(4, 0.96, |set| table[set as usize]);
    assert_eq!(got, [0b0001, 0b0110, 0b1010, 0b1100], "with the limit 0.96");
}

/// Models with five heads that fail without all heads of one of these sets.
fn models() -> Vec<Vec<u32>> {
    vec![
        vec![0b00001, 0b00110, 0b11010],
        vec![0b11111],
        vec![0b00111, 0b01011, 0b10011, 0b11100],
        vec![0b10000, 0b01000, 0b00100, 0b00010, 0b00001],
        vec![0b01100, 0b10100, 0b00011],
        vec![0b00111, 0b01000],
        vec![],
    ]
}

fn fails(model: &[u32], set: u32) -> bool {
    model.iter().any(|&needed| needed & !set == 0)
}

#[test]
fn only_the_smallest() {
    for model in models() {
        let accuracy = |set: u32| if fails(&model, set) { 0.2 } else { 0.95 };
        let got: Vec<u32> = needed_sets(5, 0.9, accuracy);
        let mut want = model.clone();
        want.sort_by_key(|set| (set.count_ones(), *set));
        assert_eq!(got, want, "a model that fails without any of {model:?}");
    }
    assert_eq!(needed_sets(2, 0.9, |_| 0.5), [0], "a model that fails with all heads");
    let got: Vec<u32> = needed_sets(2, 0.5, |_| 0.5);
    assert!(got.is_empty(), "an accuracy of exactly `least` is enough");
}

#[test]
fn asks_no_more_than_necessary() {
    for model in models() {
        let mut asked = HashSet::new();
        let accuracy = |set: u32| {
            assert!(asked.insert(set), "asked twice for the set {set:05b}");
            let inside = |&needed: &u32| set != needed && set & needed == needed;
            assert!(
                !model.iter().any(inside),
                "asked for {set:05b}, which contains a needed set"
            );
            if fails(&model, set) { 0.2 } else { 0.95 }
        };
        let got: Vec<u32> = needed_sets(5, 0.9, accuracy);
        assert_eq!(got.len(), model.len(), "a model that fails without {model:?}");
    }
}
