// expect-fail: quotients_follow_the_rule, agrees_with_the_tape
// misconception: the two parts of the quotient rule in the wrong order
// region: 2
        let value = self.value / other.value;
        let slope = (value * other.slope - self.slope) / other.value;
        Self { value, slope }
