//! Translations written by hand.

/// Sentences and all their correct translations.
pub(super) const TABLE: &[(&str, &[&str])] = &[
    // Verbs agree with the person; "you" and "they" have two translations.
    ("he sleeps.", &["il dort."]),
    ("i sing.", &["je chante."]),
    ("i love the cat.", &["j'aime le chat."]),
    ("we find the boats.", &["nous trouvons les bateaux."]),
    ("you sleep.", &["tu dors.", "vous dormez."]),
    ("they sing.", &["ils chantent.", "elles chantent."]),
    ("the girls watch the dog.", &["les filles regardent le chien."]),
    // Adjectives agree, also with the person whom a pronoun means.
    ("she is small.", &["elle est petite."]),
    ("i am tired.", &["je suis fatigué.", "je suis fatiguée."]),
    ("i am young.", &["je suis jeune."]),
    ("we are old.", &["nous sommes vieux.", "nous sommes vieilles."]),
    ("they are tired.", &["ils sont fatigués.", "elles sont fatiguées."]),
    ("the red car is big.", &["la voiture rouge est grande."]),
    ("the red cars are not old.", &["les voitures rouges ne sont pas vieilles."]),
    ("the small black cat sleeps.", &["le petit chat noir dort."]),
    ("the small black mice sleep.", &["les petites souris noires dorment."]),
    ("these old women are tired.", &["ces vieilles femmes sont fatiguées."]),
    ("they are small.", &["ils sont petits.", "elles sont petites."]),
    // A vowel changes the preceding words.
    ("the man sees the bird.", &["l'homme voit l'oiseau."]),
    ("the old man is tired.", &["le vieil homme est fatigué."]),
    ("the old men are tired.", &["les vieux hommes sont fatigués."]),
    ("this man loves this woman.", &["cet homme aime cette femme."]),
    ("this old bird sees this cat.", &["ce vieil oiseau voit ce chat."]),
    ("these old birds see these cars.", &["ces vieux oiseaux voient ces voitures."]),
    ("this old man loves her.", &["ce vieil homme l'aime."]),
    // Negation encloses the verb and the pronouns before it.
    ("the cat does not see the dog.", &["le chat ne voit pas le chien."]),
    ("the dogs do not love the mouse.", &["les chiens n'aiment pas la souris."]),
    ("the house is not black.", &["la maison n'est pas noire."]),
    ("she does not see the boat.", &["elle ne voit pas le bateau."]),
    ("he sees him.", &["il le voit."]),
    ("she does not love her.", &["elle ne l'aime pas."]),
    ("you watch them.", &["tu les regardes.", "vous les regardez."]),
    ("they do not find them.", &["ils ne les trouvent pas.", "elles ne les trouvent pas."]),
    // Questions.
    ("does she love the old house ?", &["est-ce qu'elle aime la vieille maison ?"]),
    ("does the bird see him ?", &["est-ce que l'oiseau le voit ?"]),
    ("does the dog see them ?", &["est-ce que le chien les voit ?"]),
    ("is the boat red ?", &["est-ce que le bateau est rouge ?"]),
    ("are they small ?", &["est-ce qu'ils sont petits ?", "est-ce qu'elles sont petites ?"]),
    (
        "do you love this girl ?",
        &["est-ce que tu aimes cette fille ?", "est-ce que vous aimez cette fille ?"],
    ),
    // Two clauses. The gender of "i" and "we" is the same in both.
    ("he is old and she is young.", &["il est vieux et elle est jeune."]),
    (
        "i am tired, but i am not old.",
        &[
            "je suis fatigué, mais je ne suis pas vieux.",
            "je suis fatiguée, mais je ne suis pas vieille.",
        ],
    ),
    (
        "i am tired because we are old.",
        &[
            "je suis fatigué parce que nous sommes vieux.",
            "je suis fatiguée parce que nous sommes vieilles.",
            "je suis fatiguée parce que nous sommes vieux.",
        ],
    ),
    (
        "you sing because you see them.",
        &["tu chantes parce que tu les vois.", "vous chantez parce que vous les voyez."],
    ),
    (
        "they sleep, but you sing.",
        &[
            "ils dorment, mais tu chantes.",
            "elles dorment, mais tu chantes.",
            "ils dorment, mais vous chantez.",
            "elles dorment, mais vous chantez.",
        ],
    ),
    (
        "does the small girl sing because the tired women do not watch her ?",
        &["est-ce que la petite fille chante parce que les femmes fatiguées ne la regardent pas ?"],
    ),
    (
        "the big black dog does not find the small mice because they are not tired.",
        &[
            "le grand chien noir ne trouve pas les petites souris parce qu'ils ne sont pas fatigués.",
            "le grand chien noir ne trouve pas les petites souris parce qu'elles ne sont pas fatiguées.",
        ],
    ),
];
