//! The bytes of a picture in the first layout that fits its width, with its size in words.

use std::path::Path;

use super::format::Format;
use crate::base::numbers::{format_percent, pluralize};
use crate::picture::Picture;
use crate::picture::dot::dot;
use crate::picture::layout::PictureLayout;
use crate::picture::render::{ImageFormat, RenderError, render};
use crate::picture::style::Style;

/// The least scale at which letters are legible.
const MIN_SCALE: f64 = 0.75;

/// Draws a picture and returns its bytes and its size in words; errors name `target`.
pub(super) fn draw_fitted(
    picture: &Picture,
    style: &Style,
    format: Format,
    target: &Path,
) -> Result<(Vec<u8>, String), RenderError> {
    let draw = |dot: &str, drawing| render(dot, drawing, target);
    // The first layout that fits is drawn, or else the one with the largest letters.
    let (mut text, mut size) = (String::new(), 0.0);
    for look in PictureLayout::candidates(picture, style) {
        let next = dot(&look);
        let scale = match format == Format::Dot || style.width.is_none() {
            true => 1.0,
            false => scale(&draw(&next, ImageFormat::Plain)?),
        };
        if scale > size {
            (text, size) = (next, scale);
        }
        if size >= MIN_SCALE {
            break;
        }
    }
    let mut words = content_in_words(picture);
    if size < MIN_SCALE {
        let size = format_percent(size);
        words += &format!("; it does not fit that width: its letters have {size} of their size");
    }
    let bytes = match format.drawing() {
        Some(drawing) => draw(&text, drawing)?,
        None => text.into_bytes(),
    };
    Ok((bytes, words))
}

/// Returns the factor by which a layout is scaled down: `dot -Tplain` begins with `graph SCALE`.
fn scale(plain: &[u8]) -> f64 {
    let second = plain.split(|&byte| byte == b' ').nth(1);
    second.and_then(|word| std::str::from_utf8(word).ok()?.parse().ok()).unwrap_or(1.0)
}

/// Returns the content of a picture in words: `3 cards, 2 links` of a map, or its clusters.
fn content_in_words(picture: &Picture) -> String {
    if let Some(groups) = picture.groups() {
        let cards = pluralize(groups.cards.len() as u64, "card", "cards");
        return format!("{cards}, {}", pluralize(groups.links.len() as u64, "link", "links"));
    }
    let whole = if picture.omits_top { "; the whole is around them and not drawn" } else { "" };
    size_in_words(picture) + whole
}

/// Returns the size of a picture in words: `57 clusters, 101 covers`.
pub(super) fn size_in_words(picture: &Picture) -> String {
    let (one, many) = if picture.is_map() { ("edge", "edges") } else { ("cover", "covers") };
    let clusters = pluralize(picture.nodes.len() as u64, "cluster", "clusters");
    format!("{clusters}, {}", pluralize(picture.edges.len() as u64, one, many))
}
