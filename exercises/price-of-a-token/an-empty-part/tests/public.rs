use an_empty_part::attend;
use attention::assert_near;

#[test]
fn a_part_alone() {
    let got: f64 = attend(&[(vec![1.0, 3.0], vec![4.0, 8.0])]);
    assert_near!(got, 7.523188, 1e-6, "the output for one part");
}

#[test]
fn the_run_of_the_prompt() {
    let masked = f64::NEG_INFINITY;
    let visible = (vec![1.0, 3.0], vec![4.0, 8.0]);
    let got: f64 = attend(&[visible, (vec![masked; 2], vec![6.0, 0.0])]);
    assert_near!(got, 7.523188, 1e-6, "the output for the same part and a masked one");
}
