// expect-fail: goes_on_after_the_end
// misconception: lets a sentence that has ended read padding
        use attention::{Real, data::PAD, tape::stack};
        use ndarray::{Array1, ArrayView1, Axis, Ix2};

        let likeliest = |row: ArrayView1<Real>| {
            let best = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            best.map_or(EOS, |(token, _)| token)
        };
        let mut state = self.start(tape, source);
        let inputs = inputs.ids();
        let first = inputs.index_axis(Axis(1), 0);
        let mut tokens: Array1<usize> = first.iter().copied().collect();
        let mut all = Vec::new();
        for _ in 0..inputs.shape()[1] {
            let read = Tokens::new(tokens, self.target_vocab()).expect("own tokens");
            let (step, next) = self.step(tape, &read, &state);
            let logits = step.logits.value().into_dimensionality::<Ix2>();
            let logits = logits.expect("[batch, vocab]");
            let next_tokens = logits.outer_iter().map(likeliest);
            let ended = |token| if token == EOS { PAD } else { token };
            tokens = next_tokens.map(ended).collect();
            all.push(step.logits);
            state = next;
        }
        let (logits, weights) = (stack(&all, 1), None);
        Decoded { logits, weights }
