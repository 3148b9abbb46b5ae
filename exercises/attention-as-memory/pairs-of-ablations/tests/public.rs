use pairs_of_ablations::needed_sets;

#[test]
fn two_heads_that_replace_each_other() {
    let either = |set: u32| if set & 0b011 == 0b011 { 0.1 } else { 1.0 };
    let got: Vec<u32> = needed_sets(3, 0.9, either);
    assert_eq!(got, [0b011], "heads 0 and 1 together, nothing else");
}

#[test]
fn nothing_is_needed() {
    let got: Vec<u32> = needed_sets(3, 0.9, |_| 1.0);
    assert!(got.is_empty(), "no set, not {got:?}");
}
