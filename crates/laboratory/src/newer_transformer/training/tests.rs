use ndarray::array;

use super::*;

#[test]
fn only_right_answers_at_positions_with_a_target_are_counted() {
    let logits =
        array![[[2.0, 1.0], [2.0, 1.0], [-2.0, -1.0]], [[2.0, 1.0], [-2.0, -1.0], [-2.0, -1.0]],];
    let targets = array![[NO_TARGET, 0, 1], [NO_TARGET, 0, 1]];
    let logits = logits.into_dyn().into_shared();
    let answers = counted(&logits, &targets);
    assert_eq!(answers, [[0, 0], [1, 2], [2, 2]]);
}
