//! The colours of classes, which colour-blind readers can distinguish and the order of classes
//! fixes.
//!
//! Invariant: a class index has the same colour in every picture. Seven colours are Okabe and Ito's
//! (jfly.uni-koeln.de/color, 2008), blue and orange first; purple stands for their black; further
//! classes get darker copies of them.

use std::fmt;

/// A colour, displayed as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

pub(crate) const WHITE: Colour = Colour(255, 255, 255);
/// The colour of text, which also darkens other colours.
pub(crate) const INK: Colour = Colour(0x1f, 0x23, 0x28);
/// The colour of clusters without classes.
pub(crate) const NEUTRAL: Colour = Colour(0x6b, 0x7f, 0x99);

const OKABE_ITO: [Colour; 8] = [
    Colour(0x00, 0x72, 0xb2),
    Colour(0xe6, 0x9f, 0x00),
    Colour(0x00, 0x9e, 0x73),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0x56, 0xb4, 0xe9),
    Colour(0xd5, 0x5e, 0x00),
    Colour(0xf0, 0xe4, 0x42),
    Colour(0x7b, 0x52, 0xab),
];

pub(crate) fn class_colour(class: usize) -> Colour {
    let round = (class / OKABE_ITO.len()).min(3);
    OKABE_ITO[class % OKABE_ITO.len()].mix(INK, 0.3 * round as f64)
}

/// Returns the colours of communities by their positions: one for each group; for the parts of a
/// continuum a gradient from left to right, so that neighbours differ little.
pub(crate) fn community_colours(places: &[[f64; 2]], is_continuum: bool) -> Vec<Colour> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a][0].total_cmp(&places[b][0]));
    let mut colours: Vec<Colour> = (0..places.len()).map(class_colour).collect();
    for (rank, &at) in order.iter().enumerate().filter(|_| is_continuum && places.len() > 1) {
        let along = rank as f64 / (places.len() - 1) as f64;
        colours[at] = class_colour(0).mix(class_colour(2), along).mix(NEUTRAL, 0.25);
    }
    colours
}

impl Colour {
    /// Returns this colour with `share` (0 to 1) of another in it.
    pub fn mix(self, other: Self, share: f64) -> Self {
        let one =
            |a: u8, b: u8| (f64::from(a) * (1.0 - share) + f64::from(b) * share).round() as u8;
        Self(one(self.0, other.0), one(self.1, other.1), one(self.2, other.2))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
