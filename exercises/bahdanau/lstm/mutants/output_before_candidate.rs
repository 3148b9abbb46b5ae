// expect-fail: one_unit_by_hand, as_four_loops_compute_it
// misconception: has the gates in the order input, forget, output, candidate
        let all = self.input.forward(x) + self.hidden.forward(state.hidden);
        let [_batch, hidden] = state.hidden.dims();
        let gate = |place: usize| all.slice(1, place * hidden..(place + 1) * hidden);
        let (input, forget) = (gate(0).sigmoid(), gate(1).sigmoid());
        let (candidate, output) = (gate(3).tanh(), gate(2).sigmoid());
        let cell = forget * state.cell + input * candidate;
        LstmState {
            hidden: output * cell.tanh(),
            cell,
        }
