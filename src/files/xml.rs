//! Text as XML carries it.

use std::borrow::Cow;

use quick_xml::escape::escape;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesEnd, BytesStart, BytesText};

use crate::picture::escape::visible;

/// What XML allows, and in place of other characters what stands for them.
fn carried(text: &str) -> Cow<'_, str> {
    let stays = |c: char| matches!(c, '\t' | '\n' | '\r') || visible(c) == c;
    match text.chars().all(stays) {
        true => text.into(),
        false => text.chars().map(|c| if stays(c) { c } else { visible(c) }).collect(),
    }
}

/// A value between tags.
pub(super) fn text(text: &str) -> BytesText<'static> {
    BytesText::from_escaped(escape(carried(text)).into_owned())
}

/// An attribute.
pub(super) fn attribute<'a>(key: &'a str, value: &'a str) -> Attribute<'a> {
    (key, carried(value)).into()
}

/// A tag that opens.
pub(super) fn start<'a>(name: &'a str, attributes: &[(&str, &str)]) -> BytesStart<'a> {
    let attributes = attributes.iter().map(|(key, value)| attribute(key, value));
    BytesStart::new(name).with_attributes(attributes)
}

/// A tag that closes.
pub(super) fn end(name: &str) -> BytesEnd<'_> {
    BytesEnd::new(name)
}
