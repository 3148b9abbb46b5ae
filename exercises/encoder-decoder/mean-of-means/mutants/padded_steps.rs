// expect-fail: two_sentences, equal_losses_have_their_own_mean, agrees_with_the_cross_entropy_of_the_crate, every_token_counts_the_same
// misconception: divides by all columns, padding included
    let (total, count) = (sums.map(|(sum, _)| sum).sum::<Real>(), losses.len());
