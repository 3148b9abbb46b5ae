//! The controls of the figure in which readers type sentences.

use figures::typed::{EXAMPLES, MODULE, PATH, TRAINED};
use laboratory::real_sentences::CHOSEN;
use mdbook_core::utils::escape_html;

use super::Scripts;

/// The name of its script.
pub(super) const SCRIPT: &str = "typing";

/// Returns its attributes and its controls at the start, as HTML without empty lines.
pub(super) fn of(scripts: &Scripts, up: &str) -> Result<[String; 2], String> {
    let loaded = [Some(SCRIPT), Some(MODULE), Some(TRAINED)];
    let attributes = scripts.named(PATH, loaded, up)?;
    let bytes = scripts.find(MODULE)?.1.len() + scripts.find(TRAINED)?.1.len();
    let size = bytes as f64 / 1e6;
    let first = escape_html(EXAMPLES[0]);
    let option = |example: &&str| format!("<option>{}</option>", escape_html(example));
    let groups = [("to try", &EXAMPLES), ("of the test", &CHOSEN)].map(|(name, examples)| {
        let options: String = examples.iter().map(option).collect();
        format!(r#"<optgroup label="{name}">{options}</optgroup>"#)
    });
    let groups = groups.concat();
    let form = format!(
        r#"<form class="controls typing" autocomplete="off">
<label class="wide"><span>example</span> <select>{groups}</select></label>
<label class="wide"><span>English</span> <input type="text" lang="en" spellcheck="false" enterkeyhint="go" value="{first}"></label>
<button type="submit">Load the translator ({size:.1} MB)</button>
<p class="result"></p>
<div class="written" hidden>
<p class="tokens source" lang="en"></p>
<p class="tokens target" role="group" aria-label="French tokens"></p>
<fieldset class="other" hidden><legend>Instead of <span lang="fr"></span></legend>
<p class="tokens best"></p>
<label class="wide"><span>or go on with</span> <input type="text" lang="fr" spellcheck="false" enterkeyhint="go"></label>
<button type="button">Replace</button>
</fieldset>
<label class="wide"><span>weights of</span> <select></select></label>
<a href="">Copy a link to this sentence</a>
<details class="steps"><summary>Most probable tokens of each step</summary><div class="table-wrapper"><table></table></div></details>
<details class="beam"><summary>Beam search</summary><button type="button">Search with a beam of 4</button><p hidden>Rows that look the same differ in the kind of space they contain or in their tokens.</p><div class="table-wrapper"><table></table></div></details>
</div>
</form>
"#
    );
    Ok([attributes, form])
}
