// expect-fail: any_parts_are_the_whole, several_texts_at_once, the_count_of_the_tokens
// misconception: counts the texts in the place of their tokens
    seen.position += tokens.shape()[0];
