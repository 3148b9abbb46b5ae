// expect-fail: one_unit_by_hand, as_four_loops_compute_it
// misconception: forgets what it writes, as a GRU does: f = 1 - i
        let all = self.input.forward(x) + self.hidden.forward(state.hidden);
        let [_batch, hidden] = state.hidden.dims();
        let gate = |place: usize| all.slice(1, place * hidden..(place + 1) * hidden);
        let input = gate(0).sigmoid();
        let (candidate, output) = (gate(2).tanh(), gate(3).sigmoid());
        let cell = (-input + 1.0) * state.cell + input * candidate;
        LstmState {
            hidden: output * cell.tanh(),
            cell,
        }
