// expect-fail: quotients_follow_the_rule, the_plant_as_by_hand
// misconception: the quotient rule without the square of the divisor
// region: 2
        let slope = self.slope * other.value - self.value * other.slope;
        Self {
            value: self.value / other.value,
            slope: slope / other.value,
        }
