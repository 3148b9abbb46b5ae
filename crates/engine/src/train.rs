//! Training: optimizers, learning rate schedules, gradient clipping, and a training loop, as in
//! [Section B.9](#sec:training).
//!
//! A training step computes a loss on a [tape](crate::tape), runs the backward pass, and passes the
//! gradients to an
//! [`Optimizer`]:
//!
//! ```
//! use attention::nn::{Module, Param, Visitor};
//! use attention::tape::{Mode, Tape};
//! use attention::train::{Adam, Optimizer, clip_global_norm};
//! use ndarray::array;
//!
//! struct Point(Param);
//! impl Module for Point {
//!     fn visit(&self, visitor: &mut Visitor<'_>) {
//!         visitor.param("x", &self.0);
//!     }
//! }
//!
//! let model = Point(Param::new(array![3.0, -4.0]));
//! let mut adam = Adam::new(0.1)?;
//! for step in 0..500 {
//!     let tape = Tape::new(Mode::Train, step);
//!     let x = tape.param(&model.0);
//!     let loss = (x * x).sum();
//!     let mut gradients = loss.backward();
//!     drop(tape); // parameters are changed in place only if no tape holds them
//!     clip_global_norm(&mut gradients, 1.0);
//!     adam.step(&model, &gradients);
//! }
//! assert!(model.0.value().iter().all(|x| x.abs() < 1e-3));
//! # Ok::<(), attention::train::SettingError>(())
//! ```
//!
//! [`Trainer`] is the same loop with a schedule, a progress bar, a report of each step, and a check
//! that loss and gradients are finite.
//!
//! | file | contents |
//! |---|---|
//! | `train/optimizer.rs` | the trait [`Optimizer`] and code that all optimizers share |
//! | `train/sgd.rs`, `train/adam.rs` | [`Sgd`], [`Adam`] |
//! | `train/clip.rs` | [`clip_global_norm`] |
//! | `train/schedule.rs` | [`Schedule`] |
//! | `train/trainer.rs` | [`Trainer`] |
//! | `train/checkpoint.rs` | [`Checkpoint`], a file from which training resumes |
//! | `train/parallel.rs` | [`in_parallel`] runs several trainings at once |
//! | `train/parts.rs` | [`InParts`], one training on several threads |
//! | `train/progress.rs`, `train/silent.rs` | the progress bars, and their replacement in a browser |
//! | `train/report.rs` | [`Report`], a record of each step |
//! | `train/error.rs`, `train/stopped.rs` | [`SettingError`], [`Stopped`] |

mod adam;
mod checkpoint;
mod clip;
mod error;
mod optimizer;
mod parallel;
mod parts;
#[cfg_attr(target_family = "wasm", path = "train/silent.rs")]
mod progress;
mod report;
mod schedule;
mod sgd;
mod stopped;
mod trainer;

pub use adam::Adam;
pub use checkpoint::Checkpoint;
pub use clip::clip_global_norm;
pub use error::SettingError;
pub use optimizer::Optimizer;
pub use parallel::{Failed, Job, in_parallel};
pub use parts::InParts;
pub use progress::without_progress_bar;
pub use report::{Report, TrainingStep};
pub use schedule::Schedule;
pub use sgd::Sgd;
pub use stopped::{Cause, Extreme, Stopped};
pub use trainer::{Batch, Loss, Trainer};
