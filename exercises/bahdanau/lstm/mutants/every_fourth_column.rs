// expect-fail: as_four_loops_compute_it
// misconception: takes the four gates of a unit for neighbors, which is right for one unit only
        let all = self.input.forward(x) + self.hidden.forward(state.hidden);
        let [_batch, hidden] = state.hidden.dims();
        let places = |gate: usize| (0..hidden).map(move |unit| 4 * unit + gate);
        let gate = |gate: usize| all.select(1, &places(gate).collect::<Vec<_>>());
        let (input, forget) = (gate(0).sigmoid(), gate(1).sigmoid());
        let (candidate, output) = (gate(2).tanh(), gate(3).sigmoid());
        let cell = forget * state.cell + input * candidate;
        LstmState {
            hidden: output * cell.tanh(),
            cell,
        }
