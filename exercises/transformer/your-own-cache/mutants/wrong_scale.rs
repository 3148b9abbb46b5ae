// expect-fail: as_the_layer_of_the_crate, one_head_and_many
// misconception: divides the scores by the root of the hidden size, not of the width of a head
        use attention::array::softmax;
        use ndarray::{Axis, Slice};

        self.keys
            .push_row(token.dot(&layer.key).view())
            .expect("a row");
        self.values
            .push_row(token.dot(&layer.value).view())
            .expect("a row");
        let query = token.dot(&layer.query);
        let dim = query.len() / layer.heads;
        let mut joined = Array1::zeros(query.len());
        for head in 0..layer.heads {
            let columns = Slice::from(head * dim..(head + 1) * dim);
            let keys = self.keys.slice_axis(Axis(1), columns);
            let values = self.values.slice_axis(Axis(1), columns);
            let scores = keys.dot(&query.slice_axis(Axis(0), columns));
            let weights = softmax(&(scores / (query.len() as Real).sqrt()));
            joined
                .slice_axis_mut(Axis(0), columns)
                .assign(&weights.dot(&values));
        }
        joined.dot(&layer.output)
