use attention::{Real, array::assert_close};
use ndarray::{Array1, arr1, array};
use write_and_read_by_hand::{answers_after_rewriting, delta_answers, delta_memory};

/// Returns the memory after keys, values, and rates of the delta rule, and its answers.
fn written(pairs: &[([Real; 2], Real, Real)]) -> (Array1<Real>, Array1<Real>) {
    let mut memory: Array1<Real> = array![0.0, 0.0];
    for (key, value, rate) in pairs {
        let key = arr1(key);
        let error = value - key.dot(&memory);
        memory.scaled_add(rate * error, &key);
    }
    let answers = array![memory[0], 0.8 * memory[0] + 0.6 * memory[1]];
    (memory, answers)
}

#[test]
fn the_delta_rule_and_its_answers() {
    let (memory, answers) = written(&[([1.0, 0.0], 5.0, 1.0), ([0.8, 0.6], 10.0, 1.0)]);
    assert_close(&arr1(&delta_memory()), &memory, 1e-3);
    assert_close(&arr1(&delta_answers()), &answers, 1e-3);
}

#[test]
fn after_the_key_was_written_again() {
    let pairs =
        [([1.0, 0.0], 5.0, 1.0), ([0.8, 0.6], 10.0, 1.0), ([0.8, 0.6], 2.0, 0.5)];
    let (_, answers) = written(&pairs);
    assert_close(&arr1(&answers_after_rewriting()), &answers, 1e-3);
}
