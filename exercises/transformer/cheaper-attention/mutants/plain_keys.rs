// expect-fail: as_with_all_pairs, weights_that_sum_to_one, the_size_of_the_memory
// misconception: applies the features to the queries only
        use ndarray::Axis;

        let query = features(query);
        let column = key.view().insert_axis(Axis(1));
        self.pairs += &(&column * &value.view());
        self.features += &key.view();
        query.dot(&self.pairs) / query.dot(&self.features)
