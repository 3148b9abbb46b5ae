// expect-fail: twice_backward_is_forward, words_backward_padding_at_the_end
// misconception: gives all sentences the length of the longest
    use ndarray::Axis;

    let rows = source.tokens.ids().axis_iter(Axis(0)).zip(&source.lens);
    let backward = rows.map(|(row, &len)| -> Vec<usize> {
        let words: Vec<usize> = row.iter().copied().take(len).collect();
        words.into_iter().rev().collect()
    });
    let backward: Vec<Vec<usize>> = backward.collect();
    let padded = Padded::new(&backward, source.tokens.vocab()).expect("the same tokens");
    let lens = vec![source.steps(); source.batch()];
    Padded { lens, ..padded }
