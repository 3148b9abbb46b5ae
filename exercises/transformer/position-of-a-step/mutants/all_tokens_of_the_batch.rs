// expect-fail: several_texts_at_once, the_count_of_the_tokens
// misconception: counts the tokens of all texts of the batch
    seen.position += tokens.ids().len();
