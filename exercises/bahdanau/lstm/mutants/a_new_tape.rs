// expect-fail: the_gradient_reaches_the_first_input
// misconception: takes the numbers of the state off the tape after each step, "to save memory"
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
            let mix = |new, old| new * going + old * (-going + 1.0);
            let mixed = [mix(next.hidden, state.hidden), mix(next.cell, state.cell)];
            let [hidden, cell] = mixed.map(|part| x.tape().constant(part.value().into_owned()));
            state = LstmState { hidden, cell };
            outputs.push(state.hidden);
        }
        (stack(&outputs, 1), state)
