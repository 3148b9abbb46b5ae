use attention::{Real, assert_near};
use dual_numbers::{Dual, gradient};

fn dual(value: Real, slope: Real) -> Dual {
    Dual { value, slope }
}

fn assert_dual(got: Dual, want: Dual) {
    let near = |got: Real, want: Real| (got - want).abs() < 1e-5;
    assert!(
        near(got.value, want.value) && near(got.slope, want.slope),
        "got {got:?}, expected {want:?}"
    );
}

#[test]
fn products_follow_the_rule() {
    assert_dual(dual(3.0, 1.0) * dual(5.0, 0.0), dual(15.0, 5.0));
    assert_dual(dual(3.0, 0.0) * dual(5.0, 1.0), dual(15.0, 3.0));
    assert_dual(dual(3.0, 2.0) * dual(-5.0, 0.5), dual(-15.0, -8.5));
    assert_dual(dual(3.0, 1.0) * dual(3.0, 1.0), dual(9.0, 6.0)); // x², 2x
}

#[test]
fn quotients_follow_the_rule() {
    assert_dual(dual(3.0, 1.0) / dual(4.0, 0.0), dual(0.75, 0.25));
    assert_dual(dual(3.0, 0.0) / dual(4.0, 1.0), dual(0.75, -0.1875));
    assert_dual(dual(3.0, 2.0) / dual(-4.0, 0.5), dual(-0.75, -0.59375));
    assert_dual(dual(7.0, 1.0) / dual(7.0, 1.0), dual(1.0, 0.0)); // x/x is constant
}

#[test]
fn the_plant_by_hand() {
    let loss = |[a, b, v]: [Dual; 3]| {
        let prediction = (Dual::constant(2.0) * a + b * v) / (a + b);
        let error = prediction - Dual::constant(3.0);
        error * error
    };
    let got: [Real; 3] = gradient(loss, [1.0, 3.0, 7.0]);
    for (got, want) in got.into_iter().zip([-5.15625, 1.71875, 4.125]) {
        assert_near!(got, want, 1e-4, "a derivative of the loss");
    }
}
