use super::*;

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    training: TrainArgs,
}

fn training(arguments: &[&str]) -> TrainArgs {
    let line = ["train"].iter().chain(arguments);
    <Line as clap::Parser>::parse_from(line).training
}

/// The book has 5,130 pairs, 81 batches of 64.
#[test]
fn a_small_file_is_seen_more_often() {
    assert_eq!(training(&[]).epochs(20, 64, 5_130), 20);
    let file = training(&["--corpus", "pairs.tsv"]);
    for (pairs, epochs) in [(1, 5_000), (64, 5_000), (577, 500), (5_130, 62), (150_000, 20)] {
        assert_eq!(file.epochs(20, 64, pairs), epochs, "{pairs} pairs");
    }
    let asked = training(&["--corpus", "pairs.tsv", "--epochs", "7"]);
    assert_eq!(asked.epochs(20, 64, 577), 7);
}
