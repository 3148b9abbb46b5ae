// expect-fail: everything_can_learn, head_by_head
// misconception: computes the weights once, with the first head, and uses them for all
        use attention::tape::stack;

        let inner = self.around_attention.before(x);
        let values = self.value.forward(inner);
        let head = self.heads[0].forward(inner, inner, values, mask);
        let result = self.output.forward(head.output);
        let x = self.around_attention.after(x, result);
        let inner = self.around_feed_forward.before(x);
        let result = self.feed_forward.forward(inner);
        Attended {
            output: self.around_feed_forward.after(x, result),
            weights: stack(&vec![head.weights; self.heads.len()], 1),
        }
