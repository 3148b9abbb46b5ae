//! Several training runs at once.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, mpsc};
use std::thread;

use thiserror::Error;

use super::progress::without_progress_bar;

/// A computation with a name, such as the training of one model.
///
/// It may run on another thread. Parameters cannot be sent there, so it creates its model itself
/// and returns a [`state`](crate::nn::state).
pub struct Job<'a, T, E> {
    name: String,
    run: Box<dyn FnOnce() -> Result<T, E> + Send + 'a>,
}

impl<'a, T, E> Job<'a, T, E> {
    /// Creates a job; errors and panics are reported under its name.
    pub fn new(
        name: impl Into<String>,
        run: impl FnOnce() -> Result<T, E> + Send + 'a,
    ) -> Self {
        Self { name: name.into(), run: Box::new(run) }
    }

    fn run(self) -> Ended<T, E> {
        // Data that a panic may leave half-changed belongs to the job and is never read again.
        let result = panic::catch_unwind(AssertUnwindSafe(self.run));
        (self.name, result)
    }
}

/// The name of a job, and its result or the payload of its panic.
type Ended<T, E> = (String, thread::Result<Result<T, E>>);

/// The error of a [`Job`], with its name.
#[derive(Debug, Error)]
#[error("{job}: {error}")]
pub struct Failed<E: Error + 'static> {
    /// The name of the job.
    pub job: String,
    /// Its error.
    #[source]
    pub error: E,
}

/// Runs jobs on this many threads.
///
/// `take` receives their results in the order of the jobs, each as early as possible, on the thread
/// of the caller. Its output does not disturb the progress bars, which are not drawn meanwhile, so
/// it must neither train nor call [`without_progress_bar`]. Jobs start in order, and the number of
/// threads changes no result. With one thread, or none, all jobs run on the thread of the caller.
///
/// # Errors
///
/// [`Failed`] for the first job in order that fails. No job starts after a failure; jobs that have
/// started end first.
///
/// # Panics
///
/// If a job panics, with its name.
///
/// # Example
///
/// ```
/// use attention::nn::{Linear, Module, state};
/// use attention::train::{Adam, Job, Loss, Stopped, Trainer, in_parallel};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let jobs = |seeds: [u64; 3]| seeds.map(|seed| Job::new(format!("seed {seed}"), move || {
///     let layer = Linear::new(2, 1, &mut ChaCha8Rng::seed_from_u64(seed));
///     let mut adam = Adam::new(0.1).expect("the rate is positive");
///     let report = Trainer::new(20).run(&layer, &mut adam, |tape, _| {
///         let output = layer.forward(tape.constant(ndarray::array![[1.0, 2.0]])) - 3.0;
///         Ok(Loss { value: (output * output).sum(), tokens: 1 })
///     })?;
///     Ok::<_, Stopped>((seed, state(&layer), report.losses()))
/// }));
/// let (mut one, mut two) = (Vec::new(), Vec::new());
/// in_parallel(jobs([5, 6, 7]).into(), 1, |result| one.push(result))?;
/// in_parallel(jobs([5, 6, 7]).into(), 2, |result| two.push(result))?;
/// assert_eq!(one, two);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[track_caller]
pub fn in_parallel<T: Send, E: Error + Send + 'static>(
    jobs: Vec<Job<'_, T, E>>,
    threads: usize,
    mut take: impl FnMut(T),
) -> Result<(), Failed<E>> {
    let mut take = |(job, result): Ended<T, E>| match result {
        Ok(Ok(value)) => {
            without_progress_bar(|| take(value));
            Ok(())
        }
        Ok(Err(error)) => Err(Failed { job, error }),
        Err(payload) => panic!("{job}: {}", message(&*payload)),
    };
    if threads.min(jobs.len()) <= 1 {
        return jobs.into_iter().try_for_each(|job| take(job.run()));
    }
    let threads = threads.min(jobs.len());
    let queue = Mutex::new(jobs.into_iter().enumerate().collect::<VecDeque<_>>());
    let waiting = || queue.lock().expect("no thread panics while it holds the lock");
    thread::scope(|scope| {
        let (sender, ended) = mpsc::channel();
        for _ in 0..threads {
            let (sender, waiting) = (sender.clone(), &waiting);
            scope.spawn(move || {
                loop {
                    let Some((place, job)) = waiting().pop_front() else {
                        return;
                    };
                    let one = job.run();
                    if !matches!(one.1, Ok(Ok(_))) {
                        waiting().clear();
                    }
                    // The receiver is gone if `take` has panicked or an earlier job has failed.
                    if sender.send((place, one)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut next) = (BTreeMap::new(), 0);
        for (place, one) in ended {
            early.insert(place, one);
            while let Some(one) = early.remove(&next) {
                take(one)?;
                next += 1;
            }
        }
        Ok(())
    })
}

/// Returns the message of a panic.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("panicked")
}
