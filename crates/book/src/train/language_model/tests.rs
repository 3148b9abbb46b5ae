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
