// expect-fail: as_the_layer_of_the_crate, a_cache_that_forgets, one_head_and_many
// misconception: computes one attention with all columns, as if there were one head
        use attention::array::softmax;

        self.keys
            .push_row(token.dot(&layer.key).view())
            .expect("a row");
        self.values
            .push_row(token.dot(&layer.value).view())
            .expect("a row");
        let query = token.dot(&layer.query);
        let scale = ((query.len() / layer.heads) as Real).sqrt();
        let weights = softmax(&(self.keys.dot(&query) / scale));
        weights.dot(&self.values).dot(&layer.output)
