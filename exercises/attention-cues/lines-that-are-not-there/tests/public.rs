use attention::{Real, array::assert_close, attention_cues::soft_lookup};
use lines_that_are_not_there::attend;
use ndarray::{Array2, array, s};

#[test]
fn empty_lines_change_nothing() {
    let queries = array![[1.6], [3.0], [-1.0]];
    let keys = array![[1.0], [2.0], [4.0], [0.0], [1.5]];
    let values =
        array![[30.0, 180.0], [26.0, 200.0], [20.0, 190.0], [0.0, 0.0], [7.0, 7.0]];
    for lines in 1..=5 {
        let output: Array2<Real> = attend(&queries, &keys, &values, lines);
        let short_keys = keys.slice(s![..lines, ..]).to_owned();
        let short_values = values.slice(s![..lines, ..]).to_owned();
        let want = soft_lookup(&queries, &short_keys, &short_values, 1.0).output;
        assert_close(&output, &want, 1e-5);
    }
}
