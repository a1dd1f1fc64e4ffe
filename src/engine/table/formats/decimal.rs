//! Conversion of 32-bit and 16-bit numbers to the decimals that represent them in a text.
//!
//! Among the decimals that are parsed as the number, the shortest represents it; among several, the
//! nearest; and between two equally near, the even one, as NumPy and pandas write them. Most
//! numbers need eight digits.

use npyz::half::f16;

/// The largest exact power of ten in `f64`, so that a division by a smaller one rounds once.
const MAX_EXACT_POWER: i32 = 22;
/// The distance from the middle of two decimals within which rounding may have been wrong.
const ROUNDING_MARGIN: f64 = 1e-6;
const USUAL_DIGITS: i32 = 8;

/// Returns the shortest decimal of a 32-bit number: 0.1 and not 0.10000000149011612.
pub(crate) fn shortest_decimal(number: f32) -> f64 {
    decimal_by_arithmetic(number).unwrap_or_else(|| decimal_by_text(number))
}

pub(crate) fn shortest_decimal_f16(number: f16) -> f64 {
    let exact = f64::from(number);
    search_digits(exact, |near| f16::from_f64(near) == number)
}

/// Computes the shortest decimal by arithmetic; returns `None` if rounding leaves a doubt.
fn decimal_by_arithmetic(number: f32) -> Option<f64> {
    let exact = f64::from(number);
    if number == 0.0 || !number.is_finite() {
        return Some(exact);
    }
    let places = -exact.abs().log10().floor() as i32 - 1;
    let (mut digits, mut found) = (USUAL_DIGITS, round_to_places(exact, places + USUAL_DIGITS)?);
    while found as f32 != number {
        digits += 1;
        // Nine digits are always enough, and one more is needed if the logarithm was rounded up.
        found = (digits <= USUAL_DIGITS + 2)
            .then(|| round_to_places(exact, places + digits))
            .flatten()?;
    }
    while digits > 1 {
        let shorter = round_to_places(exact, places + digits - 1)?;
        if shorter as f32 != number {
            break;
        }
        (digits, found) = (digits - 1, shorter);
    }
    Some(found)
}

/// Rounds to `places` decimal places; returns `None` if rounding leaves a doubt.
fn round_to_places(exact: f64, places: i32) -> Option<f64> {
    if places.abs() > MAX_EXACT_POWER {
        return None;
    }
    let power = 10.0_f64.powi(places.abs());
    let scaled = if places < 0 { exact / power } else { exact * power };
    let whole = scaled.round();
    if (scaled - whole).abs() > 0.5 - ROUNDING_MARGIN {
        return None;
    }
    Some(if places < 0 { whole * power } else { whole / power })
}

fn decimal_by_text(number: f32) -> f64 {
    search_digits(number.into(), |near| near as f32 == number)
}

/// Returns the shortest decimal near `exact` that satisfies `is_it`, or `exact`.
fn search_digits(exact: f64, is_it: impl Fn(f64) -> bool) -> f64 {
    let near = |digits: usize| format!("{exact:.digits$e}").parse().ok();
    (0..=USUAL_DIGITS as usize).filter_map(near).find(|near| is_it(*near)).unwrap_or(exact)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_those_that_programs_write() {
        let specification: [(f32, f64); 12] = [
            (0.1, 0.1),
            (16777216.0, 16777216.0),
            (1e-45, 1e-45),
            (f32::MAX, 3.4028235e38),
            (-0.0, -0.0),
            (5.0, 5.0),
            (1e10, 1e10),
            (0.3, 0.3),
            // Between two decimals of eight digits, the even one is chosen.
            (-49.0 / 1024.0, -0.047851562),
            (77.0 / 512.0, 0.15039062),
            (21.0 / 1024.0, 0.020507812),
            (f32::INFINITY, f64::INFINITY),
        ];
        for (number, written) in specification {
            assert_eq!(shortest_decimal(number).to_bits(), written.to_bits(), "{number}");
        }
    }

    proptest! {
        #[test]
        fn arithmetic_finds_the_same_as_digits(bits: u32, whole in -40_000..40_000_i32) {
            for number in [f32::from_bits(bits), whole as f32 / 100.0, whole as f32 / 65_536.0] {
                if number.is_finite() {
                    prop_assert_eq!(shortest_decimal(number), decimal_by_text(number));
                    prop_assert_eq!(shortest_decimal(number) as f32, number);
                }
            }
        }
    }
}
