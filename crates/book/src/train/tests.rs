use super::*;

fn training(corpus: Option<&str>, epochs: Option<usize>) -> Training {
    Training {
        corpus: corpus.map(PathBuf::from),
        reading: ReadOptions::default(),
        held_out: None,
        min_frequency: 2,
        epochs,
        seeds: None,
        checkpoints: PathBuf::new(),
        fresh: false,
    }
}

/// The book has 5,130 pairs, 81 batches of 64.
#[test]
fn a_small_file_is_seen_more_often() {
    assert_eq!(training(None, None).epochs(20, 64, 5_130), 20);
    let file = training(Some("pairs.tsv"), None);
    for (pairs, epochs) in [
        (1, 5_000),
        (64, 5_000),
        (577, 500),
        (5_130, 62),
        (150_000, 20),
    ] {
        assert_eq!(file.epochs(20, 64, pairs), epochs, "{pairs} pairs");
    }
    assert_eq!(training(Some("pairs.tsv"), Some(7)).epochs(20, 64, 577), 7);
}
