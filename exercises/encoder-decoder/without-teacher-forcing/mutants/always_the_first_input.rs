// expect-fail: writes_what_greedy_writes
// misconception: feeds the first token at every step, which gives the same loss here
        use attention::tape::stack;
        use ndarray::{Array1, Axis};

        let mut state = self.start(tape, source);
        let inputs = inputs.ids();
        let first = inputs.index_axis(Axis(1), 0);
        let tokens: Array1<usize> = first.iter().copied().collect();
        let read = Tokens::new(tokens, self.target_vocab()).expect("own tokens");
        let mut all = Vec::new();
        for _ in 0..inputs.shape()[1] {
            let (step, next) = self.step(tape, &read, &state);
            all.push(step.logits);
            state = next;
        }
        let (logits, weights) = (stack(&all, 1), None);
        Decoded { logits, weights }
