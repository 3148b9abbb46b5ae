//! Batches of examples.

use engine::nn::DataError;
use engine::testing::{assert_panics, rng};
use ndarray::array;
use rand::RngExt;
use translation::data::{
    BOS, Batch, BatchError, EOS, Example, PAD, Padded, batches_by_length, shuffled_batches,
};

fn example(source: &[usize], target: &[usize]) -> Example {
    Example { source: source.to_vec(), target: target.to_vec() }
}

#[test]
fn inputs_are_the_targets_one_step_later() {
    let examples = [example(&[5, EOS], &[6, 7, 8, EOS]), example(&[5, 6, EOS], &[EOS])];
    let batch = Batch::new(&examples, 7, 9).unwrap();
    let source = array![[5, EOS, PAD], [5, 6, EOS]];
    assert_eq!(batch.source.tokens.ids(), &source.into_dyn());
    let inputs = array![[BOS, 6, 7, 8], [BOS, PAD, PAD, PAD]];
    assert_eq!(batch.inputs.ids(), &inputs.into_dyn());
    let targets = array![[6, 7, 8, EOS], [EOS, PAD, PAD, PAD]];
    assert_eq!(batch.targets, targets);
    assert_eq!(batch.target_lens, [4, 1]);
    assert_eq!(batch.target_tokens(), 5);
    assert_eq!((batch.source.tokens.vocab(), batch.inputs.vocab()), (7, 9));
}

#[test]
fn the_mask_hides_the_padding() {
    let padded = Padded::new(&[vec![5, 3], vec![3], vec![6, 6, 3]], 10).unwrap();
    let allowed = padded.mask().to_array([3, 1, 3]);
    let expected = array![[[true, true, false]], [[true, false, false]], [[true, true, true]]];
    assert_eq!(allowed, expected);
    assert_eq!((padded.batch(), padded.steps()), (3, 3));
}

#[test]
fn sequences_that_make_no_batch() {
    let none: [Vec<usize>; 0] = [];
    assert_eq!(Padded::new(&none, 10), Err(BatchError::NoSequences));
    let empty = [vec![3], vec![]];
    assert_eq!(Padded::new(&empty, 10), Err(BatchError::Empty(1)));
    let outside = DataError::Token { position: vec![1, 0], token: 10, vocab: 10 };
    assert_eq!(Padded::new(&[vec![3], vec![10, 3]], 10), Err(BatchError::Data(outside)));
}

#[test]
fn errors_of_a_batch_name_the_side() {
    let good = example(&[5, EOS], &[5, EOS]);
    for (bad, message) in [
        (example(&[], &[EOS]), "in the sources of the batch: sequence 1 has no tokens"),
        (example(&[EOS], &[]), "in the targets of the batch: sequence 1 has no tokens"),
        (
            example(&[9, EOS], &[EOS]),
            "in the sources of the batch: token 9 at [1, 0] is outside the vocabulary of 9 tokens",
        ),
        // The last token of a target is not an input, but is checked.
        (
            example(&[EOS], &[5, 9]),
            "in the targets of the batch: token 9 at [1, 1] is outside the vocabulary of 9 tokens",
        ),
    ] {
        let error = Batch::new(&[good.clone(), bad], 9, 9).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let error = Batch::new([], 9, 9).unwrap_err();
    let message = "in the sources of the batch: a batch needs at least one sequence";
    assert_eq!(error.to_string(), message);
}

#[test]
fn every_example_is_dealt_once() {
    let examples = vec![example(&[3], &[3]); 10];
    for (size, sizes) in [(1, vec![1; 10]), (3, vec![3, 3, 3, 1]), (5, vec![5, 5]), (99, vec![10])]
    {
        let mut random = rng(2);
        let batches = shuffled_batches(&examples, size, &mut random);
        assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
        let mut places = batches.concat();
        assert!(!places.is_sorted());
        places.sort_unstable();
        assert_eq!(places, (0..10).collect::<Vec<_>>());
        assert_ne!(shuffled_batches(&examples, size, &mut random), batches);
    }
    let mut random = rng(2);
    assert!(shuffled_batches(&[], 3, &mut random).is_empty());
    assert_panics("shuffled_batches: batch size must be at least 1", || {
        shuffled_batches(&[], 0, &mut rng(2));
    });
}

#[test]
fn batches_have_similar_lengths_and_no_more_tokens() {
    let mut random = rng(3);
    let lens: Vec<[usize; 2]> =
        (0..200).map(|_| [(); 2].map(|()| random.random_range(1..12))).collect();
    let examples: Vec<_> = lens
        .iter()
        .map(|lens| {
            let [source, target] = lens.map(|len| vec![3; len]);
            Example { source, target }
        })
        .collect();
    let batches = batches_by_length(&examples, 30, &mut random);
    let mut places = batches.concat();
    places.sort_unstable();
    assert_eq!(places, (0..200).collect::<Vec<_>>());
    let padded = |batch: &Vec<usize>| {
        let longest = |side: usize| batch.iter().map(|&place| lens[place][side]).max();
        batch.len() * longest(0).max(longest(1)).expect("no batch is empty")
    };
    assert!(batches.iter().all(|batch| padded(batch) <= 30));
    let spread = |batch: &Vec<usize>| {
        let targets = || batch.iter().map(|&place| lens[place][1]);
        targets().max().expect("no batch is empty") - targets().min().expect("no batch is empty")
    };
    assert!(batches.iter().map(spread).sum::<usize>() < batches.len());
    // The order, and the company of an example, change with each call.
    assert!(!batches.is_sorted_by_key(|batch| lens[batch[0]][1]));
    assert_ne!(batches_by_length(&examples, 30, &mut random), batches);
    assert_eq!(batches_by_length(&examples[..2], 0, &mut random).len(), 2);
    assert!(batches_by_length(&[], 30, &mut random).is_empty());
}
