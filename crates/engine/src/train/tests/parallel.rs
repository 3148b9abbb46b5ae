//! Jobs on several threads.

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use super::super::{Failed, Job, SettingError, in_parallel};

type Jobs = Vec<Job<'static, usize, SettingError>>;

fn refused() -> SettingError {
    SettingError::Number {
        setting: "rate",
        value: 0.0,
        expected: "positive",
    }
}

/// The first job ends last.
fn slow_first(count: usize) -> Jobs {
    let job = |place: usize| {
        Job::new(format!("job {place}"), move || {
            thread::sleep(Duration::from_millis(if place == 0 { 30 } else { 0 }));
            Ok(place)
        })
    };
    (0..count).map(job).collect()
}

#[test]
fn results_are_in_the_order_of_the_jobs() {
    for threads in [0, 1, 2, 7] {
        let mut seen = Vec::new();
        let all = in_parallel(slow_first(5), threads, |place| seen.push(*place));
        assert_eq!(all.unwrap(), [0, 1, 2, 3, 4], "{threads} threads");
        assert_eq!(seen, [0, 1, 2, 3, 4], "{threads} threads");
    }
    assert!(in_parallel(Jobs::new(), 2, |_| ()).unwrap().is_empty());
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
    in_parallel(vec![job("one"), job("other")], 2, |_| ()).unwrap();
}

/// Of two failures, the one that comes first in order is reported, although it ends later; the rest does not start.
#[test]
fn the_first_failure_is_reported_with_its_name() {
    for threads in [1, 2] {
        let fails = |name: &str, milliseconds| {
            Job::new(name, move || {
                thread::sleep(Duration::from_millis(milliseconds));
                Err(refused())
            })
        };
        let mut jobs = vec![fails("slow", 30), fails("fast", 0)];
        jobs.push(Job::new("never", || panic!("it has started")));
        let Failed { job, error } =
            in_parallel(jobs, threads, |_: &()| ()).unwrap_err();
        assert_eq!((&*job, error), ("slow", refused()));
    }
    let text = Failed {
        job: "seed 3".to_owned(),
        error: refused(),
    };
    assert!(text.to_string().starts_with("seed 3: "), "{text}");
}

#[test]
#[should_panic(expected = "job 1: no loss at step 7")]
fn a_panic_has_the_name_of_its_job() {
    let mut jobs = slow_first(3);
    jobs[1] = Job::new("job 1", || panic!("no loss at step {}", 7));
    let _ = in_parallel(jobs, 2, |_| ());
}
