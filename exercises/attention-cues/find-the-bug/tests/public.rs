use attention::{Real, attention_cues::handbook};
use find_the_bug::attend;
use ndarray::{Array2, array};

#[test]
fn output_stays_between_the_values() {
    let (keys, values) = handbook();
    let output: Array2<Real> = attend(&array![[0.5], [2.5]], &keys, &values);
    assert_eq!(output.dim(), (2, 2), "one row for each query");
    for flow in output.column(0) {
        assert!(
            (20.0..=30.0).contains(flow),
            "every fuel flow is between 20 and 30, but the output has {flow}"
        );
    }
}
