"""Writes scores.json: tokens and scores that sacreBLEU computes for the texts below.

    python -m venv venv && venv/bin/pip install sacrebleu==2.6.0
    venv/bin/python scores.py

The file was written with Python 3.11.7; `tests/translation/golden.rs` compares with it. A case has a
candidate, its references, the tokens of each of these texts, and its scores as a corpus of one sentence.
A corpus is a range of cases, with its scores and the bounds of their 95 % intervals.

sacreBLEU needs as many references for each sentence. Where a sentence has fewer, `None` fills the list,
which sacreBLEU leaves out; an empty reference, in contrast, counts as a text without tokens.
"""

import itertools
import json
from pathlib import Path

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import _bootstrap_resample

SAMPLES = 20_000

FRENCH = [
    ("Le chat dort sur le canapé.", ["Le chat dort sur le canapé."]),
    ("Un chat dort sur un canapé.", ["Le chat dort sur le canapé.", "Un chat dort sur le sofa."]),
    ("Les hommes fatigués voient la fille.", ["Les hommes voient la fille fatiguée."]),
    ("Il n'a pas vu l'homme qu'elle attend.", ["Il n’a pas vu l’homme qu’elle attend."]),
    ("J'ai mangé deux pommes rouges hier soir.", [
        "Hier soir, j'ai mangé deux pommes rouges.",
        "J'ai mangé hier soir deux pommes rouges.",
        "Deux pommes rouges, voilà ce que j'ai mangé hier soir.",
    ]),
    ("« Où vas-tu ? » demanda-t-elle.", ["« Où vas-tu\u00a0? » demanda-t-elle."]),
    ("Où vas-tu\u202f?", ["Où vas-tu ?", "Où est-ce que tu vas\u202f?"]),
    ("Ça coûte 3,50 € le kilo.", ["Cela coûte 3,50 € le kilo."]),
    ("La population est de 1.234.567 habitants.", ["La ville a 1.234.567 habitants."]),
    ("Le train de 8h30 arrive à 10 h 15.", ["Le train de 8 h 30 arrive à 10h15."]),
    ("Peut-être viendra-t-il demain.", ["Il viendra peut-être demain."]),
    ("C'est-à-dire : jamais !", ["C'est-à-dire, jamais !", "Autrement dit : jamais !"]),
    ("elle est fatigué.", ["Elle est fatiguée."]),
    ("ELLE EST FATIGUÉE.", ["Elle est fatiguée."]),
    ("Le le le le le.", ["Le chat voit le chien."]),
    ("Va !", ["Va !", "Allez !", "Vas-y !"]),
    ("Oui.", ["Oui."]),
    ("Non", ["Oui."]),
    ("", ["Je ne sais pas."]),
    ("Je ne sais pas.", [""]),
    ("", [""]),
    ("Bonjour à tous", ["", "Bonjour à toutes et à tous !"]),
    ("Les années 1990-2000 furent longues.", ["Les années 1990 - 2000 furent longues."]),
    ("L'été dernier, nous sommes allés à la mer.", ["L'été dernier, nous étions à la mer."]),
    ("L'e\u0301te\u0301 dernier.", ["L'été dernier."]),
    ("Nous avons vendu la maison de notre grand-mère au printemps.", [
        "Nous avons vendu au printemps la maison de notre grand-mère.",
        "Au printemps, nous avons vendu la maison de notre grand-mère.",
    ]),
    ("Le roi est mort, vive le roi !", ["Le roi est mort ; vive le roi !"]),
    ("Ils ont trouvé la clé sous le tapis...", ["Ils ont trouvé la clé sous le tapis…"]),
    ("Le médecin m'a conseillé de boire plus d'eau.", ["Le médecin m'a dit de boire plus d'eau."]),
    ("Aujourd'hui la pluie tombe sans cesse sur les toits de la ville.", [
        "La pluie tombe aujourd'hui sans cesse sur les toits de la ville.",
    ]),
    ("Donne-le-moi tout de suite.", ["Donne-le-moi immédiatement.", "Donnez-le-moi tout de suite."]),
    ("Quel âge a-t-elle ? 25 ans.", ["Quel âge a-t-elle ? Elle a 25 ans."]),
]

ENGLISH = [
    ("The cat is sleeping on the sofa.", ["The cat is sleeping on the sofa."]),
    ("A cat sleeps on a couch.", ["The cat is sleeping on the sofa.", "The cat sleeps on the couch."]),
    ("The river froze overnight, and nobody crossed it.", [
        "The river froze during the night, and nobody crossed it.",
        "Overnight the river froze. Nobody crossed it.",
    ]),
    ("He said: &quot;I won&apos;t go.&quot;", ['He said: "I won\'t go."']),
    ("Salt &amp; pepper &lt;both&gt;", ["Salt & pepper <both>"]),
    ("An entity in an entity: &amp;quot; and &amp;lt;", ["An entity in an entity: &quot; and <"]),
    ("This was <skipped>said twice.", ["This was said twice."]),
    ("A hyphen at the end of a wo-\nrd, and a line\nbreak.", ["A hyphen at the end of a word, and a line break."]),
    ("a hyphen before the end-\n", ["a hyphen before the end-"]),
    ("Version 2.0.1-beta costs $1,999.99.", ["Version 2.0.1 beta costs 1,999.99 dollars."]),
    ("Pages 12-15, 7-th, -3 and 4- 5.", ["Pages 12 - 15, 7th, -3 and 4 - 5."]),
    (".5 and 5. and 5.5. and .,1 and a.,1 and 1.,a", ["0.5 and 5 and 5.5 and 0.1 and 0.1 and 1"]),
    ("Wait... what?!.. No....", ["Wait ... what ?! No ..."]),
    ("e.g. the U.S. and i.e. Ph.D.", ["For example the U.S.A. and Ph.D."]),
    ("1,2,3.4.5,,6..7", ["1, 2, 3.4.5, 6, 7"]),
    ("(a)[b]{c}/d\\e|f~g^h_i`j@k#l%m*n+o=p;q:r!s", ["( a ) [ b ] { c } / d"]),
    ("http://example.org/a_b?c=d&e=f", ["example.org/a_b"]),
    ("\tSpaces\u00a0of\u2003all\u2009kinds\u202f!\u3000\u205f", ["Spaces of all kinds !"]),
    ("Control\x1ccharacters\x1dthat\x1eseparate\x1fwords\x85too\x0b\x0c", ["Control characters that separate words too"]),
    ("zero\u200bwidth and a byte\ufeffmark", ["zero width and a bytemark"]),
    ("“Curly quotes” — and a dash – or two…", ['"Curly quotes" - and a dash - or two...']),
    ("Arabic digits ٣.4, 3.٤, ٣-٤ and wide １．２ and ²-³", ["Digits 3.4, 3.4, 3-4 and 1.2 and 2-3"]),
    ("日本語、です。 Emoji 🎉🎉!", ["日本語です。 Emoji 🎉 !"]),
    ("   ", ["Nothing but spaces."]),
    ("It", ["It rains."]),
    ("It rains", ["It rains.", "It is raining."]),
    ("It rains today", ["It rains today."]),
    ("the the the the the the the", ["The cat is on the mat.", "There is a cat on the mat."]),
    ("completely different words here", ["nothing in common at all"]),
    ("The engineer who repaired the old bridge will retire next year.", [
        "The engineer who fixed the old bridge retires next year.",
        "Next year, the engineer who repaired the old bridge will retire.",
        "The engineer that repaired the old bridge is going to retire next year.",
    ]),
    ("She reads the letter twice before she answers it.", ["She reads the letter twice before answering."]),
    ("Don't you think so? I do, don't I?", ["Do you not think so? I do, do I not?"]),
    ("A sentence of four words has one 4-gram.", ["A sentence with four words has a single 4-gram."]),
    ("No man is an island,\r\nentire of itself.", ["No man is an island, entire of itself."]),
    ("<skipped", ["<skipped>"]),
    ("The children left their bicycles in front of the school.", [
        "The children left their bikes in front of the school.",
    ]),
]

METRICS = {"bleu": BLEU(), "chrf": CHRF()}


def streams(cases):
    """Returns the candidates, and the first reference of each of them, the second of each, and so on."""
    candidates, references = zip(*cases)
    return list(candidates), list(itertools.zip_longest(*references))


def scores(cases):
    return {name: metric.corpus_score(*streams(cases)).score for name, metric in METRICS.items()}


def interval(cases, metric):
    """Returns the bounds of the interval, of which sacreBLEU reports half the width.

    Its report fails if some samples score 0: Python's `statistics` cannot average their `float` with the
    `float32` of the others.
    """
    counts = metric._extract_corpus_statistics(*streams(cases))
    _, samples = _bootstrap_resample(counts, metric, SAMPLES)
    samples = sorted(float(sample.score) for sample in samples)
    return [samples[SAMPLES // 40], samples[-1 - SAMPLES // 40]]


def tokens(text):
    """Returns the tokens that BLEU counts."""
    return METRICS["bleu"]._preprocess_segment(text).split()


def lines(records):
    """Writes one record in each line. Odd characters are escaped, so that no editor changes them."""
    return "[\n" + ",\n".join(map(json.dumps, records)) + "\n]"


def main():
    cases = FRENCH + ENGLISH
    records = [
        {
            "candidate": candidate,
            "references": references,
            "tokens": [tokens(text) for text in [candidate, *references]],
            **scores([(candidate, references)]),
        }
        for candidate, references in cases
    ]
    half, end = len(FRENCH), len(cases)
    corpora = [
        {
            "cases": [start, stop],
            **scores(cases[start:stop]),
            "intervals": [interval(cases[start:stop], metric) for metric in METRICS.values()],
        }
        for start, stop in [(0, half), (half, end), (0, end), (2, 4), (15, 21)]
    ]
    version = json.dumps(sacrebleu.__version__)
    text = f'"sacrebleu": {version},\n"cases": {lines(records)},\n"corpora": {lines(corpora)}'
    Path(__file__).with_suffix(".json").write_text(f"{{\n{text}\n}}\n")


if __name__ == "__main__":
    main()
