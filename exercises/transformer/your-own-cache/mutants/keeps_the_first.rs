// expect-fail: a_cache_that_forgets
// misconception: keeps the first tokens, which were there first, and drops the new ones
// region: 2
        use ndarray::{Axis, Slice};

        let end = self.keys.nrows().min(tokens);
        for rows in [&mut self.keys, &mut self.values] {
            *rows = rows.slice_axis(Axis(0), Slice::from(..end)).to_owned();
        }
