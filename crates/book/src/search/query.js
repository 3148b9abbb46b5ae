// Words, as search.rs finds them in the pages: letters and digits, and of Chinese each character with the next.
elasticlunr.tokenizer = text => text.toLowerCase()
    .replace(/[\u3400-\u9fff](?=([\u3400-\u9fff]?))/g, " $&$1 ")
    .split(/[^\p{Alphabetic}\p{N}]+/u);
