// expect-fail: two_sentences, equal_losses_have_their_own_mean, the_order_into_batches_does_not_matter
// misconception: divides the sum by the number of sentences
    let (total, count) = (sums.map(|(sum, _)| sum).sum::<Real>(), lens.len());
