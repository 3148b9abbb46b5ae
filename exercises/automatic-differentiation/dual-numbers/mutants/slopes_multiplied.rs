// expect-fail: products_follow_the_rule, agrees_with_the_tape
// misconception: the derivative of a product is the product of the derivatives
        Self {
            value: self.value * other.value,
            slope: self.slope * other.slope,
        }
