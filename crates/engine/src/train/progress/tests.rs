//! The progress bar: drawn on a terminal, silent elsewhere.

use std::io;
use std::panic::catch_unwind;
use std::process::Command;
use std::sync::{Arc, Mutex};

use indicatif::{MultiProgress, ProgressDrawTarget, TermLike};

use super::*;
use crate::nn::Linear;
use crate::testing::rng;
use crate::train::{Adam, Loss, Trainer};

/// A terminal that records its output.
#[derive(Debug, Clone, Default)]
struct Paper(Arc<Mutex<String>>);

impl TermLike for Paper {
    fn width(&self) -> u16 {
        120
    }
    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn write_line(&self, line: &str) -> io::Result<()> {
        self.write_str(line)
    }
    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.lock().unwrap().push_str(text);
        Ok(())
    }
    fn clear_line(&self) -> io::Result<()> {
        self.0.lock().unwrap().clear();
        Ok(())
    }
    fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_bar_shows_steps_loss_and_speed() {
    let paper = Paper::default();
    let target = ProgressDrawTarget::term_like(Box::new(paper.clone()));
    let bars = MultiProgress::with_draw_target(target);
    let mut progress = Progress::on(&bars, 5, Some("a model".as_ref()));
    progress.resume(1);
    for seconds in [2.0, 0.5, 0.5] {
        progress.advance(&TrainingStep {
            loss: 0.125,
            gradient_norm: 1.0,
            learning_rate: 0.1,
            tokens: 100,
            seconds,
        });
    }
    // Dropped early, as by an error: the bar stays.
    drop(progress);
    let text = paper.0.lock().unwrap().clone();
    let expected = "a model: 4/5 steps, loss 0.1250, 200 tokens per second, ";
    assert!(text.contains(expected), "{text:?}");
}

/// Of 200 steps, 100 are already done; each takes two seconds, and the first does not count.
#[test]
fn a_line_each_half_minute_where_no_bar_is() {
    let name = "a model".as_ref();
    let hidden = MultiProgress::with_draw_target(ProgressDrawTarget::hidden());
    let mut progress = Progress::on(&hidden, 200, Some(name));
    progress.resume(100);
    let mut lines = Vec::new();
    for _ in 0..33 {
        lines.extend(progress.show(&TrainingStep {
            loss: 0.125,
            gradient_norm: 1.0,
            learning_rate: 0.1,
            tokens: 100,
            seconds: 2.0,
        }));
    }
    let expected = [
        "a model: step 116 of 200, loss 0.1250, 50 tokens per second, 3 minutes left",
        "a model: step 131 of 200, loss 0.1250, 50 tokens per second, 2 minutes left",
    ];
    assert_eq!(lines, expected);
}

fn train_10_steps() -> usize {
    let model = Linear::new(1, 1, &mut rng(0));
    let mut adam = Adam::new(0.1).unwrap();
    let report = Trainer::new(10).run(&model, &mut adam, |tape, _| {
        let value = tape.param(&model.weight).sum();
        Ok(Loss { value, tokens: 1 })
    });
    report.unwrap().steps.len()
}

#[test]
fn a_panic_while_printing_leaves_the_bars_usable() {
    let payload =
        catch_unwind(|| without_progress_bar(|| panic!("closed"))).unwrap_err();
    assert_eq!(payload.downcast_ref(), Some(&"closed"));
    assert_eq!(train_10_steps(), 10);
}

/// Set in the process that the next test starts, which trains while its parent captures the output.
const CHILD: &str = "ATTENTION_TEST_TRAINS";

#[test]
fn nothing_is_written_where_no_terminal_is() {
    if std::env::var_os(CHILD).is_some() {
        println!("{} steps were trained", train_10_steps());
        return;
    }
    let name = "train::progress::tests::nothing_is_written_where_no_terminal_is";
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let output = String::from_utf8(child.stdout).unwrap();
    assert!(output.contains("10 steps were trained"), "{output}");
    assert_eq!(String::from_utf8(child.stderr).unwrap(), "");
}
