// Words, as search.rs finds them in the pages: letters and digits, numbers with their points, and of Chinese each character with the next.
elasticlunr.tokenizer = text => text.toLowerCase()
    .replace(/[\u3400-\u9fff](?=([\u3400-\u9fff]?))/g, " $&$1 ")
    .replace(/\.(?!\p{N})/gu, " ")
    .split(/[^.\p{Alphabetic}\p{N}]+/u);

// A section that explains exactly these words comes first, then one with this title, and the list of works comes last.
{
    const found = elasticlunr.Index.prototype.search;
    const same = (one, other) => one.toLowerCase().trim() === other;
    elasticlunr.Index.prototype.search = function (query, settings) {
        const words = query.toLowerCase().trim();
        const rank = ({ doc, ref }) => {
            const page = window.search.doc_urls[ref];
            return doc.explains.split("|").some(term => same(term, words)) ? 0
                : same(doc.title.replace(/^\p{Lu}?[\d.]+ /u, ""), words) ? 1
                : page.startsWith("references.html") ? 3 : 2;
        };
        return found.call(this, query, settings).sort((one, other) => rank(one) - rank(other));
    };
}
