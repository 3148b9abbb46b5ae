use attention::Real;
use attention::array::assert_close;
use ndarray::{Array1, arr1, array};
use write_and_read_by_hand::{answers_after_rewriting, delta_answers, delta_memory};

/// The memory after `pairs` with the delta rule and rate 1, and its answers.
fn written(pairs: &[([Real; 2], Real)]) -> (Array1<Real>, Array1<Real>) {
    let mut memory: Array1<Real> = array![0.0, 0.0];
    for (key, value) in pairs {
        let key = arr1(key);
        let error = value - key.dot(&memory);
        memory.scaled_add(error, &key);
    }
    let answers = array![memory[1], 0.8 * memory[0] + 0.6 * memory[1]];
    (memory, answers)
}

#[test]
fn the_delta_rule_and_its_answers() {
    let (memory, answers) = written(&[([0.0, 1.0], 5.0), ([0.8, 0.6], 10.0)]);
    assert_close(&arr1(&delta_memory()), &memory, 1e-3);
    assert_close(&arr1(&delta_answers()), &answers, 1e-3);
}

#[test]
fn after_the_key_was_written_again() {
    let pairs = [([0.0, 1.0], 5.0), ([0.8, 0.6], 10.0), ([0.0, 1.0], 2.0)];
    let (_, answers) = written(&pairs);
    assert_close(&arr1(&answers_after_rewriting()), &answers, 1e-3);
}
