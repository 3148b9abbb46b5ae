use total::total;

#[test]
fn all_orders_agree() {
    let (one, other): (f32, f32) = (total(&[1.0, 2.0, 4.0]), total(&[4.0, 2.0, 1.0]));
    assert_eq!(one, other, "the order must not matter");
}
