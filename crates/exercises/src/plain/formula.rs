//! Formulas as plain text for a terminal.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// The commands of TeX with their replacements. All others lose their backslash.
const SIGNS: &str = "alpha α beta β gamma γ delta δ Delta Δ epsilon ε varepsilon ε iota ι kappa κ \
    lambda λ mu μ phi φ pi π sigma σ tau τ theta θ omega ω sum ∑ prod ∏ int ∫ partial ∂ infty ∞ top ᵀ \
    cdot · times × ge ≥ le ≤ ne ≠ approx ≈ sim ~ in ∈ to → leftarrow ← dots ... lvert | rvert | \
    lVert ‖ rVert ‖";

const SILENT: [&str; 4] = ["left", "right", "bigl", "bigr"];

const RAISED: (&str, &str) = ("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ");
const LOWERED: (&str, &str) = ("0123456789+-aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ");

/// Replaces formulas in Markdown, in `` $`...`$ `` and in blocks `math`, by plain text.
pub(crate) fn formulas_as_text(markdown: &str) -> String {
    static FORMULA: LazyLock<Regex> =
        LazyLock::new(|| regex(r"(?s)\$`([^`]*)`\$|```math\n(.*?)\n```"));
    let formula = |found: &Captures<'_>| match (found.get(1), found.get(2)) {
        (Some(inline), _) => plain(inline.as_str()),
        (_, block) => plain(block.map_or("", |block| block.as_str()))
            .lines()
            .map(|line| format!("    {}", line.trim()))
            .collect::<Vec<_>>()
            .join("\n"),
    };
    FORMULA.replace_all(markdown, formula).into_owned()
}

fn regex(constant: &str) -> Regex {
    Regex::new(constant).expect("the pattern is valid")
}

fn plain(tex: &str) -> String {
    static STEPS: LazyLock<[(Regex, &str); 5]> = LazyLock::new(|| {
        [
            (r"\\[,;!: ]", " "),
            (r"\\(?:mathrm|text|mathbf|operatorname)\{([^{}]*)\}", "$1"),
            (r"\\hat\{?(\w)\}?", "$1\u{302}"),
            (r"\\sqrt\{([^{}]*)\}", "√($1)"),
            (r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", "($1)/($2)"),
        ]
        .map(|(text, to)| (regex(text), to))
    });
    static COMMAND: LazyLock<Regex> = LazyLock::new(|| regex(r"\\([a-zA-Z]+)"));
    static SCRIPT: LazyLock<Regex> = LazyLock::new(|| regex(r"([_^])(?:\{([^{}]*)\}|(\S))"));
    let mut text = tex.to_owned();
    for (from, to) in &*STEPS {
        text = from.replace_all(&text, *to).into_owned();
    }
    let sign = |found: &Captures<'_>| {
        let mut words = SIGNS.split(' ').skip_while(|word| *word != &found[1]);
        match words.nth(1) {
            _ if SILENT.contains(&&found[1]) => String::new(),
            Some(sign) => sign.to_owned(),
            None => found[1].to_owned(),
        }
    };
    text = COMMAND.replace_all(&text, sign).into_owned();
    let script = |found: &Captures<'_>| {
        let inner = found.get(2).or(found.get(3)).map_or("", |it| it.as_str());
        let (from, to) = if &found[1] == "^" { RAISED } else { LOWERED };
        let small = |c: char| from.chars().position(|it| it == c).and_then(|at| to.chars().nth(at));
        match inner.chars().map(small).collect::<Option<String>>() {
            _ if inner == "ᵀ" => inner.to_owned(),
            Some(small) => small,
            None if inner.chars().count() == 1 => format!("{}{inner}", &found[1]),
            None => format!("{}({inner})", &found[1]),
        }
    };
    // Twice, because a script may contain another.
    for _ in 0..2 {
        text = SCRIPT.replace_all(&text, script).into_owned();
    }
    text.replace(['{', '}'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text() {
        for (tex, text) in [
            (r"q^\top k / \sqrt{d}", "qᵀ k / √(d)"),
            (r"\frac{1}{n} \sum_{j=1}^{n} x_j", "(1)/(n) ∑_(j=1)ⁿ xⱼ"),
            (r"\alpha_{ij} \ge 0", "αᵢⱼ ≥ 0"),
            (r"\exp(-x^2)", "exp(-x²)"),
            (r"\hat{y}_t \in \mathrm{R}", "y\u{302}ₜ ∈ R"),
        ] {
            let shown = formulas_as_text(&format!("In $`{tex}`$."));
            assert_eq!(shown, format!("In {text}."));
        }
        let block = formulas_as_text("See\n\n```math\na_i\n```\n");
        assert_eq!(block, "See\n\n    aᵢ\n");
    }
}
