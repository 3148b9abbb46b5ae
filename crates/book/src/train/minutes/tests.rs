use super::super::resumable::at_least_1;
use super::*;

#[test]
fn the_minutes_are_shared_by_all_models() {
    let steps = |minutes, each, others| {
        steps_within(minutes, Duration::from_secs(each), Duration::from_secs(others))
    };
    assert_eq!(steps(2, 1, 0), 120);
    // Three models on two threads take twice as long as one.
    assert_eq!(steps(2, 2, 0), 60);
    assert_eq!(steps(2, 2, 100), 10);
    assert_eq!(steps(1, 100, 0), 1);
    assert_eq!(steps(1, 1, 100), 1);
    let most = steps(999_999, 0, 0).to_string();
    assert_eq!(at_least_1(&most), Ok(999_999));
}

#[test]
fn the_number_of_steps_is_measured_once() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let measure = || {
        let [before, step, held_out] = [10, 1, 5].map(Duration::from_secs);
        Ok((before, Times { step, held_out }))
    };
    // Three minutes, without what comes before and two groups of held-out measurements
    assert_eq!(steps(&kept, 3, 2, measure).unwrap(), 80);
    let again = steps(&kept, 100, 1, || panic!("measured twice"));
    assert_eq!(again.unwrap(), 80);
}
