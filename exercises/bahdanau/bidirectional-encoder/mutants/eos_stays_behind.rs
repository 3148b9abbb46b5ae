// expect-fail: words_backward_padding_at_the_end, both_halves_at_each_word, each_half_has_read_its_side
// misconception: turns around the words and leaves the end of the sentence at its end
    use ndarray::Axis;

    let rows = source.tokens.ids().axis_iter(Axis(0)).zip(&source.lens);
    let backward = rows.map(|(row, &len)| -> Vec<usize> {
        let mut words: Vec<usize> = row.iter().copied().take(len).collect();
        words[..len - 1].reverse();
        words
    });
    let backward: Vec<Vec<usize>> = backward.collect();
    Padded::new(&backward, source.tokens.vocab()).expect("the same tokens")
