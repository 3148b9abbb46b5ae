use total::total;

#[test]
fn the_first_number_counts() {
    let sum: f32 = total(&[1.0, 2.0]);
    assert_eq!(sum, 3.0, "1 + 2");
}
