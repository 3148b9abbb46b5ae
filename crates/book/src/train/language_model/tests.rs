use clap::Parser;

use super::*;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    learning: LanguageModelArgs,
}

fn learning(arguments: &[&str]) -> LanguageModelArgs {
    let line = ["train"].iter().chain(arguments);
    Line::parse_from(line).learning
}

/// Returns the folder of checkpoints, which is relative.
fn kept(arguments: &[&str]) -> PathBuf {
    let learning = learning(arguments);
    let seeds = learning.seeds().unwrap();
    learning.keep(Path::new(""), "A text.", &seeds).unwrap()
}

#[test]
fn only_identical_trainings_share_checkpoints() {
    assert_eq!(kept(&[]), kept(&["--seed", "0", "--seeds", "3"]));
    let minutes = ["--minutes", "1"];
    assert_eq!(kept(&minutes), kept(&[&minutes[..], &["--fresh"]].concat()));
    for other in [&["--seed", "1"][..], &["--seeds", "2"], &["--steps", "7"], &minutes] {
        assert_ne!(kept(&[]), kept(other), "{other:?}");
    }
}

#[test]
fn a_fresh_start_removes_the_checkpoints() {
    let folder = tempfile::tempdir().unwrap();
    let keep = |arguments: &[&str]| {
        let kept = learning(arguments).keep(folder.path(), "A text.", &[0]);
        kept.unwrap()
    };
    let path = keep(&[]);
    fs::create_dir(&path).unwrap();
    assert_eq!(keep(&[]), path);
    assert!(path.exists());
    assert_eq!(keep(&["--fresh"]), path);
    assert!(!path.exists());
}

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
