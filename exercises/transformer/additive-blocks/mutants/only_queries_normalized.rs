// expect-fail: both_arrangements
// misconception: normalizes the queries only, because the norm comes before the attention
        use attention::tape::{concat, stack};

        let inner = self.around_attention.before(x);
        let values = self.value.forward(x);
        let [_batch, _steps, hidden] = values.dims();
        let dim = hidden / self.heads.len();
        let attended = self.heads.iter().enumerate().map(|(place, head)| {
            let values = values.slice(2, place * dim..(place + 1) * dim);
            head.forward(inner, x, values, mask)
        });
        let attended: Vec<Attended> = attended.collect();
        let outputs: Vec<Var> = attended.iter().map(|head| head.output).collect();
        let weights: Vec<Var> = attended.iter().map(|head| head.weights).collect();
        let result = self.output.forward(concat(&outputs, 2));
        let x = self.around_attention.after(x, result);
        let inner = self.around_feed_forward.before(x);
        let result = self.feed_forward.forward(inner);
        Attended {
            output: self.around_feed_forward.after(x, result),
            weights: stack(&weights, 1),
        }
