// expect-fail: as_with_all_pairs, weights_that_sum_to_one
// misconception: adds the token after the look, so that it does not see itself
        use ndarray::Axis;

        let key = features(key);
        let query = features(query);
        let output = query.dot(&self.pairs) / query.dot(&self.features);
        let column = key.view().insert_axis(Axis(1));
        self.pairs += &(&column * &value.view());
        self.features += &key;
        output
