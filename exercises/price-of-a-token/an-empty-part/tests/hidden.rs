use an_empty_part::attend;
use attention::assert_near;

const MASKED: f64 = f64::NEG_INFINITY;

/// Returns the output over all keys at once.
fn all_at_once(parts: &[(Vec<f64>, Vec<f64>)]) -> f64 {
    let keys = || parts.iter().flat_map(|(scores, values)| scores.iter().zip(values));
    let visible = || keys().filter(|(score, _)| **score != MASKED);
    let max = visible().fold(MASKED, |max, (&score, _)| max.max(score));
    let (mut above, mut below) = (0.0, 0.0);
    for (score, value) in visible() {
        above += (score - max).exp() * value;
        below += (score - max).exp();
    }
    if below == 0.0 { 0.0 } else { above / below }
}

fn check(parts: &[(Vec<f64>, Vec<f64>)]) {
    assert_near!(attend(parts), all_at_once(parts), 1e-9, "{parts:?}");
}

#[test]
fn no_visible_keys() {
    for parts in 0..4 {
        check(&vec![(vec![MASKED; 2], vec![5.0, 7.0]); parts]);
    }
    check(&[(vec![], vec![]), (vec![MASKED], vec![3.0])]);
}

#[test]
fn masked_keys_in_any_part() {
    let parts = [
        (vec![MASKED, MASKED], vec![6.0, 50.0]),
        (vec![1.0, MASKED, 3.0], vec![4.0, 70.0, 8.0]),
        (vec![MASKED], vec![-9.0]),
        (vec![MASKED, -2.0], vec![20.0, 6.0]),
        (vec![], vec![]),
    ];
    for first in 0..parts.len() {
        for second in 0..parts.len() {
            for third in 0..parts.len() {
                check(&[first, second, third].map(|part| parts[part].clone()));
            }
        }
    }
}

#[test]
fn low_scores_are_not_masked() {
    check(&[
        (vec![-1e6, -1e6 - 1.0], vec![4.0, 8.0]),
        (vec![MASKED; 2], vec![600.0, 700.0]),
    ]);
    check(&[(vec![-1e300, MASKED], vec![4.0, 8.0]), (vec![-1e300], vec![6.0])]);
}
