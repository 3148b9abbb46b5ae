// expect-fail: as_with_all_pairs, weights_that_sum_to_one, the_size_of_the_memory
// misconception: takes the mean over the tokens, as if the weights summed to their number
        use ndarray::Axis;

        let key = features(key);
        let query = features(query);
        let column = key.view().insert_axis(Axis(1));
        self.pairs += &(&column * &value.view());
        self.features += 1.0;
        query.dot(&self.pairs) / self.features[0]
