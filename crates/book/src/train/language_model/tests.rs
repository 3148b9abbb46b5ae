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
    for other in [
        &["--seed", "1"][..],
        &["--seeds", "2"],
        &["--steps", "7"],
        &minutes,
    ] {
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
    let second = Duration::from_secs(1);
    assert_eq!(steps_within(2, second), 120);
    // Three models on two threads take twice as long as one.
    assert_eq!(steps_within(2, second * 2), 60);
    assert_eq!(steps_within(1, second * 100), 1);
    let most = steps_within(999_999, Duration::ZERO).to_string();
    assert_eq!(at_least_1(&most), Ok(999_999));
}

#[test]
fn the_number_of_steps_is_measured_once() {
    let folder = tempfile::tempdir().unwrap();
    let text = "The men see the girl.\n".repeat(30);
    let small = Settings {
        vocab: 256,
        hidden: 8,
        blocks: 1,
        context: 8,
        batch: 1,
        ..Settings::default()
    };
    let prepared = Prepared::new(&text, &small).unwrap();
    let kept = folder.path().join("kept");
    let steps = |minutes| steps(&kept, minutes, 1, &prepared, &small).unwrap();
    let measured = steps(1);
    assert!(measured > 1);
    assert_eq!(steps(100), measured);
}
