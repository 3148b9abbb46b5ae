//! Formulas: from the MathML that KaTeX writes to Typst's math.

use anyhow::{Result, anyhow, bail};
use scraper::{ElementRef, Selector};

use super::escape;

/// A formula of a page.
pub(super) struct Formula {
    /// The formula between the dollar signs of Typst.
    pub(super) math: String,
    /// Its TeX, which a screen reader reads.
    pub(super) tex: String,
    /// Its number, such as `(3.2)`.
    pub(super) number: Option<String>,
}

/// Converts the formula that `element`, KaTeX's output, contains.
pub(super) fn formula(element: ElementRef) -> Result<Formula> {
    let find = |selector: &str| {
        let selector = Selector::parse(selector).expect("the selector is valid");
        element.select(&selector).next().ok_or_else(|| anyhow!("a formula without MathML"))
    };
    let tex = find("annotation")?.text().collect::<String>();
    let tex = tex.split_once("\\tag").map_or(&*tex, |(tex, _)| tex).trim().to_owned();
    let mut body = find("semantics > :first-child")?;
    let mut number = None;
    // A numbered formula is a table of one row: space, formula, space, number.
    if body.attr("width") == Some("100%") {
        let cells = children(body).flat_map(children).collect::<Vec<_>>();
        let [_, formula, _, label] = cells[..] else { bail!("a tag without four cells: {tex}") };
        number = Some(label.text().collect::<String>().trim().to_owned());
        body = formula;
    }
    Ok(Formula { math: node(body)?, tex, number })
}

fn children(element: ElementRef<'_>) -> impl Iterator<Item = ElementRef<'_>> {
    element.child_elements()
}

fn arguments<'a, const COUNT: usize>(element: ElementRef<'a>) -> Result<[ElementRef<'a>; COUNT]> {
    let arguments = children(element).collect::<Vec<_>>();
    arguments.try_into().map_err(|_| anyhow!("{} needs {COUNT} parts", element.html()))
}

/// Converts the children of `element` one after the other.
fn row(element: ElementRef) -> Result<String> {
    let parts = children(element).collect::<Vec<_>>();
    let fence = |part: Option<&ElementRef>| {
        part.is_some_and(|part| {
            let stretches =
                part.attr("minsize").is_none() && part.attr("stretchy") != Some("false");
            part.value().name() == "mo" && part.attr("fence") == Some("true") && stretches
        })
    };
    let mut math = String::new();
    for part in &parts {
        let part = node(*part)?;
        // Typst shows a space next to a text, and the text has its own.
        if !(math.ends_with('"') || part.starts_with('"')) {
            math.push(' ');
        }
        math += &part;
    }
    let math = math.trim();
    if parts.len() > 1 && fence(parts.first()) && fence(parts.last()) {
        return Ok(format!("lr({math})"));
    }
    Ok(math.to_owned())
}

fn node(element: ElementRef) -> Result<String> {
    let text = element.text().collect::<String>();
    Ok(match element.value().name() {
        "mrow" | "mtd" => row(element)?,
        "mi" => identifier(element, &text)?,
        "mn" => text,
        "mo" => operator(element, &text),
        "mtext" => space(&text).unwrap_or_else(|| escape::string(&text)),
        "mspace" => format!("#h({})", element.attr("width").unwrap_or("0em")),
        "msub" => attach(element, &["b"], true)?,
        "msup" => attach(element, &["t"], true)?,
        "msubsup" => attach(element, &["b", "t"], true)?,
        "munderover" => attach(element, &["b", "t"], false)?,
        "munder" => under(element)?,
        "mover" => over(element)?,
        "mfrac" => fraction(element)?,
        "msqrt" => format!("sqrt({})", row(element)?),
        "mstyle" => style(element)?,
        "mtable" => table(element)?,
        name => bail!("a formula with the element {name}, which is unknown: {}", element.html()),
    })
}

fn identifier(element: ElementRef, text: &str) -> Result<String> {
    let mut characters = text.chars();
    let (Some(first), None) = (characters.next(), characters.next()) else {
        return Ok(format!("op({})", escape::string(text)));
    };
    let character = if first == '∣' { "\\|".to_owned() } else { character(first) };
    Ok(match element.attr("mathvariant") {
        Some("monospace") => format!("mono({character})"),
        Some("double-struck") => format!("bb({character})"),
        Some("normal") if first.is_alphabetic() => format!("upright({character})"),
        None if first.is_alphabetic() => character,
        None | Some("normal") => format!("class(\"normal\", {character})"),
        Some(variant) => bail!("a letter with the variant {variant}, which is unknown"),
    })
}

/// Returns a character that is neither a bracket of a group nor an operator of Typst.
fn character(character: char) -> String {
    if character.is_alphanumeric() { character.to_string() } else { format!("\\{character}") }
}

fn operator(element: ElementRef, text: &str) -> String {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return String::new() };
    if characters.next().is_some() {
        return format!("class(\"binary\", {})", escape::string(text));
    }
    let plain = character(first);
    match (first, element.attr("minsize"), element.attr("lspace")) {
        // The application of a function, which Typst's operators imply.
        ('\u{2061}', ..) => String::new(),
        // TeX's norm is Unicode's sign of parallel lines.
        ('∥', ..) => "class(\"normal\", \\‖)".to_owned(),
        // Typst has no class for dots, which TeX sets apart.
        ('⋯', ..) => "#h(1em/6) ⋯ #h(1em/6)".to_owned(),
        ('…', ..) => ["class(\"normal\", \\.)"; 3].join(" #h(1em/6) "),
        ('(' | '[' | '{' | '⌈' | '⌊', Some(size), _) => {
            format!("class(\"opening\", lr(size: #{size}, {plain}))")
        }
        (')' | ']' | '}' | '⌉' | '⌋', Some(size), _) => {
            format!("class(\"closing\", lr(size: #{size}, {plain}))")
        }
        ('∣', ..) if element.attr("fence") == Some("true") => "\\|".to_owned(),
        ('∣', ..) if element.attr("stretchy").is_some() => "class(\"normal\", \\|)".to_owned(),
        ('∣', ..) => "class(\"relation\", \\|)".to_owned(),
        (_, _, Some("0em")) => format!("class(\"normal\", {plain})"),
        _ => plain,
    }
}

/// Returns the distance that a text of spaces means.
fn space(text: &str) -> Option<String> {
    let width = match text {
        "\u{2009}" => "1em/6",
        "\u{2005}\u{200a}" => "5em/18",
        // TeX's negative space takes back what only TeX puts before a large bracket.
        "\u{2009}\u{2063}" => "0em",
        "\u{a0}" => "1em/3",
        "\u{200a}" => "1em/18",
        _ => return None,
    };
    Some(format!("#h({width})"))
}

/// Converts scripts; those `beside` their base are there in all styles.
fn attach(element: ElementRef, places: &[&str], beside: bool) -> Result<String> {
    let parts = children(element).collect::<Vec<_>>();
    let [base, scripts @ ..] = &parts[..] else { bail!("scripts without a base") };
    let base_text = base.text().collect::<String>();
    let base = node(*base)?;
    let base = match (beside, &*base_text) {
        // Typst puts them below and above where formulas have room, as KaTeX does.
        (false, "∑" | "∏") => base,
        (false, "max" | "min") => format!("op({}, limits: #true)", escape::string(&base_text)),
        (false, _) => format!("limits({base})"),
        (true, "∑" | "∏" | "∫") => format!("scripts({base})"),
        (true, _) => base,
    };
    let mut math = format!("attach({base}");
    for (place, script) in places.iter().zip(scripts) {
        let text = script.text().collect::<String>();
        let primes = text.chars().filter(|character| *character == '′').count();
        let script = if primes > 0 && primes == text.chars().count() {
            format!("primes(#{primes})")
        } else {
            node(*script)?
        };
        math += &format!(", {place}: {script}");
    }
    Ok(math + ")")
}

fn under(element: ElementRef) -> Result<String> {
    let [base, script] = arguments(element)?;
    if base.value().name() == "munder" {
        let [base, brace] = arguments(base)?;
        if brace.text().collect::<String>() == "⏟" {
            return Ok(format!("underbrace({}, {})", node(base)?, node(script)?));
        }
    }
    attach(element, &["b"], false)
}

fn over(element: ElementRef) -> Result<String> {
    let [base, accent] = arguments(element)?;
    let accent = match &*accent.text().collect::<String>() {
        "^" => "hat",
        "ˉ" => "macron",
        accent => bail!("the accent {accent}, which is unknown"),
    };
    Ok(format!("accent({}, {accent})", node(base)?))
}

fn fraction(element: ElementRef) -> Result<String> {
    let [above, below] = arguments(element)?;
    let (above, below) = (node(above)?, node(below)?);
    Ok(match element.attr("linethickness") {
        None => format!("frac({above}, {below})"),
        // A binomial, the brackets of which are in the row.
        Some(_) => format!("mat(delim: #none, row-gap: #0.4em, {above}; {below})"),
    })
}

fn style(element: ElementRef) -> Result<String> {
    let body = row(element)?;
    let style = match (element.attr("displaystyle"), element.attr("scriptlevel")) {
        (Some("true"), _) => "display",
        (_, Some("1")) => "script",
        _ => "inline",
    };
    Ok(if body.is_empty() { body } else { format!("{style}({body})") })
}

fn table(element: ElementRef) -> Result<String> {
    let aligned = element.attr("columnalign").is_some_and(|align| align.starts_with("right"));
    let mut rows = Vec::new();
    for line in children(element) {
        let cells = children(line).map(node).collect::<Result<Vec<_>>>()?;
        rows.push(if aligned {
            // Pairs of columns: the first is set to the right, the second to the left.
            let pairs = cells.chunks(2).map(|pair| pair.join(" & ")).collect::<Vec<_>>();
            pairs.join(" & #h(1em) ")
        } else {
            cells.join(", ")
        });
    }
    let (columns, lines) = match (aligned, element.attr("columnspacing")) {
        (true, _) | (_, Some("0em")) => ("0em", "0.6em"),
        _ => ("1em", "0.35em"),
    };
    let rows = rows.join("; ");
    Ok(format!("mat(delim: #none, column-gap: #{columns}, row-gap: #{lines}, {rows})"))
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    fn converts(mathml: &str, typst: &str) {
        let page = Html::parse_fragment(&format!(
            "<span class=\"katex\"><math><semantics>{mathml}<annotation>x \\tag{{1}}</annotation>\
             </semantics></math></span>"
        ));
        let span = page.select(&Selector::parse(".katex").expect("valid")).next();
        let formula = super::formula(span.expect("a formula")).expect("the elements are known");
        assert_eq!((&*formula.math, &*formula.tex), (typst, "x"));
    }

    #[test]
    fn scripts_fractions_and_roots() {
        converts(
            "<mrow><msubsup><mi>x</mi><mn>2</mn><mo mathvariant=\"normal\">′</mo></msubsup>\
             <mo>=</mo><mfrac><mi>a</mi><msqrt><mi>d</mi></msqrt></mfrac></mrow>",
            "attach(x, b: 2, t: primes(#1)) \\= frac(a, sqrt(d))",
        );
    }

    #[test]
    fn limits_are_below_and_above_only_where_katex_puts_them() {
        converts(
            "<mrow><msub><mo>∑</mo><mi>j</mi></msub><munder><mi>max</mi><mi>i</mi></munder></mrow>",
            "attach(scripts(\\∑), b: j) attach(op(\"max\", limits: #true), b: i)",
        );
    }

    #[test]
    fn brackets_grow_where_katex_lets_them() {
        converts(
            "<mrow><mo stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo>\
             <mrow><mo fence=\"true\">[</mo><mi>y</mi><mo fence=\"true\">]</mo></mrow></mrow>",
            "\\( x \\) lr(\\[ y \\])",
        );
    }

    #[test]
    fn text_keeps_its_spaces() {
        converts(
            "<mrow><mi>x</mi><mtext> if </mtext><mi>y</mi><mtext>\u{2009}</mtext><mi>z</mi></mrow>",
            "x\" if \"y #h(1em/6) z",
        );
    }

    #[test]
    fn rows_are_aligned_at_their_signs() {
        converts(
            "<mrow><mtable columnalign=\"right left\" columnspacing=\"0em\"><mtr><mtd><mi>a</mi></mtd>\
             <mtd><mrow><mo>=</mo><mi>b</mi></mrow></mtd></mtr><mtr><mtd><mi>c</mi></mtd>\
             <mtd><mrow><mo>=</mo><mi>d</mi></mrow></mtd></mtr></mtable></mrow>",
            "mat(delim: #none, column-gap: #0em, row-gap: #0.6em, a & \\= b; c & \\= d)",
        );
    }

    #[test]
    fn an_unknown_element_is_an_error() {
        let page = Html::parse_fragment(
            "<span><math><semantics><mrow><mroot></mroot></mrow><annotation>x</annotation>\
             </semantics></math></span>",
        );
        let span = page.select(&Selector::parse("span").expect("valid")).next();
        assert!(super::formula(span.expect("a formula")).is_err());
    }
}
