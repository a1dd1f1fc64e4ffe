//! A page to explore: one file of HTML that asks nobody for anything.
//!
//! Invariant: a name never becomes markup. Names reach the page as JSON in which no `<` stands, and
//! its script writes them as text alone. The page's policy forbids every request and every script
//! but its own, by the digest of each. The same picture gives the same bytes.
//!
//! The page holds the points, the whole context, and of each cluster its generator. So its script
//! (`web/*.js`) computes members, and the smallest cluster of two points, exactly as the library
//! does, whether that cluster is on the page or not. Places are computed here ([`mod@layout`]), and
//! where no script runs, the page shows them as an SVG ([`mod@svg`]).

mod clear;
mod content;
pub mod layout;
pub mod packed;
pub mod svg;

use sha2::{Digest, Sha256};

use self::layout::layout;
use self::packed::base64;
use self::svg::{escaped, svg};
use super::picture::Picture;
use crate::base::numbers::grouped;
use crate::base::visible;
use crate::dataset::Features;
use crate::store::StoredContext;

const TEMPLATE: &str = include_str!("web/page.html");
const STYLE: &str = include_str!("web/page.css");
/// One module: what is known, how it is drawn and told, what people do with it.
const SCRIPTS: [&str; 9] = [
    include_str!("web/context.js"),
    include_str!("web/drawing.js"),
    include_str!("web/marks.js"),
    include_str!("web/lettering.js"),
    include_str!("web/panel.js"),
    include_str!("web/attention.js"),
    include_str!("web/link.js"),
    include_str!("web/hands.js"),
    include_str!("web/page.js"),
];

/// Pages hold the whole context: about a byte a cross, and four where the page is open.
const MOST_CROSSES: usize = 20_000_000;

/// A context that is too large for a page.
#[derive(Debug, thiserror::Error)]
#[error(
    "a page holds every point with its attributes, and these are {crosses} crosses, more than \
     {most}; build with a smaller k, or choose another format",
    crosses = grouped(*.0 as u64), most = grouped(MOST_CROSSES as u64)
)]
pub struct TooMuch(usize);

/// The page of a picture: its clusters, all points and the context between them.
///
/// # Errors
/// A context that is too large.
pub fn html(
    picture: &Picture,
    stored: &StoredContext,
    features: &Features,
) -> Result<String, TooMuch> {
    let crosses = stored.context.rows().total();
    if crosses > MOST_CROSSES {
        return Err(TooMuch(crosses));
    }
    let layout = layout(picture, &stored.context);
    let script = format!("\n{}", SCRIPTS.concat());
    let style = format!("\n{STYLE}");
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        source(&script),
        source(&style)
    );
    let title = escaped(&visible::line(&picture.title));
    let parts = [
        ("policy", policy),
        ("title", title),
        ("style", style),
        ("picture", svg(picture, &layout)),
        ("data", content::json(picture, stored, features, &layout)),
        ("script", script),
    ];
    Ok(filled(TEMPLATE, &parts))
}

/// How a policy names a script or a style that it allows.
fn source(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text)))
}

/// A template with every `{{name}}` replaced; what replaces it is not read again.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("the template closes what it opens");
        let part = parts.iter().find(|(known, _)| *known == name).expect("the part is known");
        page += before;
        page += &part.1;
        rest = after;
    }
    page + rest
}
