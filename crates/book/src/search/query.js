// Words, as search.rs finds them in the pages: letters and digits, numbers with their points, and of Chinese each character with the next.
elasticlunr.tokenizer = text => text.toLowerCase()
    .replace(/[\u3400-\u9fff](?=([\u3400-\u9fff]?))/g, " $&$1 ")
    .replace(/\.(?!\p{N})/gu, " ")
    .split(/[^.\p{Alphabetic}\p{N}]+/u);
