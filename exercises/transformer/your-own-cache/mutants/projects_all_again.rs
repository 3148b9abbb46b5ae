// expect-fail: what_is_stored, old_tokens_are_not_read_again
// misconception: stores the tokens themselves, and projects all of them in each step
        use attention::array::softmax;
        use ndarray::{Axis, Slice};

        self.keys.push_row(token.view()).expect("a row");
        self.values.push_row(token.view()).expect("a row");
        let (all_keys, all_values) =
            (self.keys.dot(&layer.key), self.values.dot(&layer.value));
        let query = token.dot(&layer.query);
        let dim = query.len() / layer.heads;
        let mut joined = Array1::zeros(query.len());
        for head in 0..layer.heads {
            let columns = Slice::from(head * dim..(head + 1) * dim);
            let query = query.slice_axis(Axis(0), columns);
            let keys = all_keys.slice_axis(Axis(1), columns);
            let values = all_values.slice_axis(Axis(1), columns);
            let weights = softmax(&(keys.dot(&query) / (dim as Real).sqrt()));
            joined
                .slice_axis_mut(Axis(0), columns)
                .assign(&weights.dot(&values));
        }
        joined.dot(&layer.output)
