use twenty_million_ones::{error_ratio, sums_of_ones};

#[test]
fn a_thousand_ones() {
    assert_eq!(sums_of_ones(1000), (1000.0, 1000.0), "1000 ones, stored and repeated");
}

#[test]
fn the_seed_decides() {
    let first: f64 = error_ratio(1000, 20, 7);
    let again: f64 = error_ratio(1000, 20, 7);
    assert!(first == again, "seed 7: first {first}, then {again}");
    let other: f64 = error_ratio(1000, 20, 8);
    assert!(first != other, "seeds 7 and 8 both have the ratio {first}");
}
