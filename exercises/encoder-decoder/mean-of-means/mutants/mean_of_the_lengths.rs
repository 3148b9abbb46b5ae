// expect-fail: two_sentences, every_token_counts_the_same, the_order_into_batches_does_not_matter
// misconception: divides by the mean length, which must be rounded, and by the number of sentences
    let mean_len = lens.iter().sum::<usize>() / lens.len().max(1);
    let (total, count) =
        (sums.map(|(sum, _)| sum).sum::<Real>(), (mean_len + 1) * lens.len());
