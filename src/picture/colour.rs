//! The palette: one colour for each class or word by its index, and for each group by its number.
//!
//! Invariant: the number of a group, and whether there are other groups, determine its colour; its
//! place and the theme do not, so a group has one colour in every picture, on the page, in Python
//! and in the style of Neo4j. Any two of the ten colours are at least 13 apart (CIEDE2000: Sharma,
//! Wu, Dalal 2005) for all readers, also in protanopia, deuteranopia and tritanopia as Machado,
//! Oliveira and Fernandes (2009) simulate them.

use std::fmt;

use crate::base::ids::CommunityId;
use crate::communities::Communities;

/// A colour, displayed as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

pub(crate) const WHITE: Colour = Colour(255, 255, 255);
/// The colour of text, which also darkens other colours.
pub(crate) const INK: Colour = Colour(0x1f, 0x23, 0x28);
/// The colour of clusters without classes.
pub(crate) const NEUTRAL: Colour = Colour(0x6b, 0x7f, 0x99);

const PALETTE: [Colour; 10] = [
    Colour(0x00, 0x72, 0xb2),
    Colour(0xe6, 0x9f, 0x00),
    Colour(0x88, 0x22, 0x66),
    Colour(0x55, 0xcc, 0xaa),
    Colour(0xcc, 0x99, 0xee),
    Colour(0x55, 0x77, 0x00),
    Colour(0xff, 0x00, 0x55),
    Colour(0x22, 0x22, 0xcc),
    Colour(0xbb, 0x55, 0x77),
    Colour(0x55, 0x44, 0x11),
];
/// The largest share of white or of ink in the colours of parts.
const MAX_TINT: f64 = 0.45;

/// Returns the colour of a class or a group; beyond the palette, darker and paler copies.
pub fn class_colour(class: usize) -> Colour {
    let colour = PALETTE[class % PALETTE.len()];
    match class / PALETTE.len() {
        0 => colour,
        round if round % 2 == 1 => colour.mix(INK, 0.4),
        _ => colour.mix(WHITE, 0.4),
    }
}

/// Returns the colours of communities, by id: of a group the colour of its number, of its parts
/// paler to darker shades of it. The parts of the only group have colours of their own instead, and
/// the group, like a join, is neutral.
pub fn community_colours(communities: &Communities) -> Vec<Colour> {
    let mut colours = vec![NEUTRAL; communities.all.len()];
    let groups = communities.groups().len();
    for group in CommunityId::first(groups) {
        let parts: Vec<CommunityId> = communities.parts(group).map(|(part, _)| part).collect();
        let is_continuum = groups == 1 && !parts.is_empty();
        if !is_continuum {
            colours[group.index()] = class_colour(group.index());
        }
        for (place, part) in parts.iter().enumerate() {
            colours[part.index()] = match is_continuum {
                true => class_colour(place),
                false => shade(colours[group.index()], place, parts.len()),
            };
        }
    }
    colours
}

/// Returns one of some evenly spaced shades of a colour, the palest first.
fn shade(colour: Colour, place: usize, shades: usize) -> Colour {
    let tint = MAX_TINT * (1.0 - 2.0 * place as f64 / (shades - 1).max(1) as f64);
    match shades {
        1 => colour,
        _ if tint > 0.0 => colour.mix(WHITE, tint),
        _ => colour.mix(INK, -tint),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The transformations of what readers see: none, protanopia, deuteranopia and tritanopia.
    const SIMULATIONS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];
    /// The colour space of screens (sRGB, D65) relative to its white.
    const XYZ: [[f64; 3]; 3] = [
        [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883],
    ];

    fn product(matrix: &[[f64; 3]; 3], by: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(by).map(|(one, other)| one * other).sum())
    }

    /// Returns the CIELAB coordinates of a colour in a simulation.
    fn lab(Colour(red, green, blue): Colour, simulation: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = [red, green, blue].map(|part| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        });
        let seen = product(simulation, linear).map(|part| part.clamp(0.0, 1.0));
        let [x, y, z] = product(&XYZ, seen).map(|part| match part {
            part if part > 216.0 / 24389.0 => part.cbrt(),
            part => (24389.0 / 27.0 * part + 16.0) / 116.0,
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Returns the CIEDE2000 distance of two colours in CIELAB.
    fn distance([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
        let chroma = (a1.hypot(b1) + a2.hypot(b2)) / 2.0;
        let far = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25.0_f64.powi(7))).sqrt();
        let more = 1.0 + 0.5 * (1.0 - far(chroma));
        let (c1, c2) = ((more * a1).hypot(b1), (more * a2).hypot(b2));
        let hue = |a: f64, b: f64| b.atan2(more * a).to_degrees().rem_euclid(360.0);
        let (h1, h2) = (hue(a1, b1), hue(a2, b2));
        let turn = (h2 - h1 + 180.0).rem_euclid(360.0) - 180.0;
        let (l, c, h) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0, h1 + turn / 2.0);
        let wave = |times: f64, by: f64| (times * h + by).to_radians().cos();
        let t = 1.0 - 0.17 * wave(1.0, -30.0) + 0.24 * wave(2.0, 0.0) + 0.32 * wave(3.0, 6.0)
            - 0.2 * wave(4.0, -63.0);
        let off = (l - 50.0) * (l - 50.0);
        let lightness = (l2 - l1) / (1.0 + 0.015 * off / (20.0 + off).sqrt());
        let chroma = (c2 - c1) / (1.0 + 0.045 * c);
        let across = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin();
        let hue = across / (1.0 + 0.015 * c * t);
        let from_blue = (h.rem_euclid(360.0) - 275.0) / 25.0;
        let angle = (60.0 * (-from_blue * from_blue).exp()).to_radians();
        let rotation = -2.0 * far(c) * angle.sin();
        (lightness * lightness + chroma * chroma + hue * hue + rotation * chroma * hue).sqrt()
    }

    #[test]
    fn any_two_colours_of_the_palette_are_at_least_13_apart_for_all_readers() {
        for simulation in &SIMULATIONS {
            let seen = PALETTE.map(|colour| lab(colour, simulation));
            for (at, one) in seen.iter().enumerate() {
                for (other, next) in seen[..at].iter().enumerate() {
                    let apart = distance(*one, *next);
                    assert!(apart >= 13.0, "{} and {}: {apart}", PALETTE[at], PALETTE[other]);
                }
            }
        }
    }

    #[test]
    fn parts_differ_from_their_group_and_from_one_another() {
        for colour in PALETTE {
            for parts in 2..=4 {
                let shades: Vec<_> = (0..parts)
                    .map(|place| lab(shade(colour, place, parts), &SIMULATIONS[0]))
                    .collect();
                let apart = shades.windows(2).map(|pair| distance(pair[0], pair[1]));
                assert!(apart.fold(f64::MAX, f64::min) >= 6.0, "{colour}, {parts}");
            }
        }
    }
}
