// expect-fail: the_first_column_is_read
// misconception: starts every sentence with `<bos>` and does not read the first column
        use attention::{Real, data::BOS, tape::stack};
        use ndarray::{Array1, ArrayView1, Ix2};

        let likeliest = |row: ArrayView1<Real>| {
            let best = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            best.map_or(EOS, |(token, _)| token)
        };
        let mut state = self.start(tape, source);
        let inputs = inputs.ids();
        let mut tokens: Array1<usize> = Array1::from_elem(inputs.shape()[0], BOS);
        let mut all = Vec::new();
        for _ in 0..inputs.shape()[1] {
            let read = Tokens::new(tokens, self.target_vocab()).expect("own tokens");
            let (step, next) = self.step(tape, &read, &state);
            let logits = step.logits.value().into_dimensionality::<Ix2>();
            let logits = logits.expect("[batch, vocab]");
            tokens = logits.outer_iter().map(likeliest).collect();
            all.push(step.logits);
            state = next;
        }
        let (logits, weights) = (stack(&all, 1), None);
        Decoded { logits, weights }
