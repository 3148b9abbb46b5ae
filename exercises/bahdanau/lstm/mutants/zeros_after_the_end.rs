// expect-fail: padding_changes_neither_state
// misconception: sets the state to zero after the end, so that nothing is left of a short sentence
// region: 2
        use attention::Real;
        use attention::tape::stack;
        use ndarray::Array2;

        let [batch, steps, _inputs] = x.dims();
        let hidden = self.hidden.weight.shape()[0];
        let zeros = x.tape().constant(Array2::zeros((batch, hidden)));
        let mut state = LstmState {
            hidden: zeros,
            cell: zeros,
        };
        let mut outputs = Vec::new();
        for step in 0..steps {
            let next = self.step(x.index(1, step), state);
            let going = |(row, _)| Real::from(u8::from(step < lens[row]));
            let going = x.tape().constant(Array2::from_shape_fn((batch, 1), going));
            state = LstmState {
                hidden: next.hidden * going,
                cell: next.cell * going,
            };
            outputs.push(state.hidden);
        }
        (stack(&outputs, 1), state)
