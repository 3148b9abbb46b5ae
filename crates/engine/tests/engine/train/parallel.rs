//! Jobs on several threads.

use std::sync::{Arc, Barrier, mpsc};

use engine::testing::assert_panics;
use engine::train::{Failed, Job, SettingError, in_parallel};

type Jobs = Vec<Job<'static, usize, SettingError>>;

fn refused() -> SettingError {
    SettingError::Number { setting: "rate", value: 0.0, expected: "positive" }
}

/// With several threads, the first job waits until the last one has run.
fn first_ends_last(count: usize, threads: usize) -> Jobs {
    let last_has_run = Arc::new(Barrier::new(if threads > 1 { 2 } else { 1 }));
    let job = |place: usize| {
        let last_has_run = Arc::clone(&last_has_run);
        Job::new(format!("job {place}"), move || {
            if place == 0 || place + 1 == count {
                last_has_run.wait();
            }
            Ok(place)
        })
    };
    (0..count).map(job).collect()
}

#[test]
fn results_are_in_the_order_of_the_jobs() {
    for threads in [0, 1, 2, 7] {
        let mut seen = Vec::new();
        let jobs = first_ends_last(5, threads);
        in_parallel(jobs, threads, |place| seen.push(place)).unwrap();
        assert_eq!(seen, [0, 1, 2, 3, 4], "{threads} threads");
    }
    in_parallel(Jobs::new(), 2, |_| panic!("there are no jobs")).unwrap();
}

/// Each job waits for the other, so both must run at once.
#[test]
fn two_threads_run_two_jobs_at_once() {
    let barrier = Barrier::new(2);
    let job = |name: &str| {
        Job::new(name, || {
            barrier.wait();
            Ok::<_, SettingError>(())
        })
    };
    in_parallel(vec![job("one"), job("other")], 2, |()| ()).unwrap();
}

/// Of two failures, the one that comes first in order is reported, although it ends later; the rest
/// does not start.
#[test]
fn the_first_failure_is_reported_with_its_name() {
    for threads in [1, 2] {
        let (sender, fast_has_failed) = mpsc::channel::<()>();
        let slow = Job::new("slow", move || {
            if threads > 1 {
                // Ends when the other job has dropped the sender.
                let _ = fast_has_failed.recv();
            }
            Err(refused())
        });
        let fast = Job::new("fast", move || {
            drop(sender);
            Err(refused())
        });
        let mut jobs = vec![slow, fast];
        jobs.push(Job::new("never", || panic!("it has started")));
        let Failed { job, error } = in_parallel(jobs, threads, |()| ()).unwrap_err();
        assert_eq!((&*job, error), ("slow", refused()));
    }
    let text = Failed { job: "seed 3".to_owned(), error: refused() };
    assert!(text.to_string().starts_with("seed 3: "), "{text}");
}

#[test]
fn a_panic_has_the_name_of_its_job() {
    let mut jobs = first_ends_last(3, 1);
    jobs[1] = Job::new("job 1", || panic!("no loss at step {}", 7));
    assert_panics("job 1: no loss at step 7", || drop(in_parallel(jobs, 2, |_| ())));
}
