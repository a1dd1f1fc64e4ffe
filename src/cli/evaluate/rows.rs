//! The results of an evaluation as rows.

use super::EvaluateCommand;
use crate::base::numbers::round_estimate;
use crate::base::rows::Value;
use crate::evaluate::summary::TrialSummary;
use crate::evaluate::trial::Trial;
use crate::mine::describe_uncertainty;
use crate::purity::DendrogramPurity;

pub(super) fn columns(args: &EvaluateCommand) -> Vec<String> {
    let columns = match (&args.sweep, args.per_class) {
        (Some(_), _) => "dataset k ours chance ward ward_chance",
        (_, true) => "dataset class size ours chance ward ward_chance",
        _ => {
            "dataset points features classes k concepts counted ours chance excess gain hierarchy \
             hierarchy_chance hierarchy_excess hierarchy_gain ward ward_chance ward_excess \
             ward_gain seconds"
        }
    };
    let spread = args.trials.map_or("", |_| " trials ours_deviation ward_deviation");
    [columns, spread].concat().split(' ').map(str::to_owned).collect()
}

pub(super) fn input_rows(args: &EvaluateCommand, trials: &[Trial]) -> Vec<Vec<Value>> {
    let Some(first @ Trial { points, lattice: ours, ward, .. }) = trials.first() else {
        return Vec::new();
    };
    let classes = points.classes().expect("it was evaluated by them");
    let dataset = Value::text(&first.name);
    if args.per_class {
        let row = |(at, (name, size)): (usize, (&String, u32))| {
            let mut row = vec![dataset.clone(), Value::text(name), Value::count(size as usize)];
            for purity in [ours, ward] {
                let of =
                    |list: fn(&DendrogramPurity) -> &[Option<f64>]| Value::real(list(purity)[at]);
                row.extend([of(|purity| &purity.by_class), of(|purity| &purity.chance_by_class)]);
            }
            row
        };
        return classes.names().iter().zip(classes.sizes()).enumerate().map(row).collect();
    }
    let summary = TrialSummary::from_trials(trials);
    let off = summary.relative_error;
    // The purity, its chance, its excess over chance, and its gain: the excess as a share of the
    // largest possible.
    let purities = |purity: Option<f64>, chance: Option<f64>| {
        let excess = purity.zip(chance).map(|(purity, chance)| purity - chance);
        let possible = chance.map(|chance| 1.0 - chance).filter(|&possible| possible > 0.0);
        let gain = excess.zip(possible).map(|(excess, possible)| excess / possible);
        [purity, chance, excess, gain].map(Value::real)
    };
    // An estimate has few significant digits.
    let (concepts, counted) = match off > 0.0 {
        true => (round_estimate(summary.concepts), describe_uncertainty(off)),
        false => (summary.concepts, "exactly".to_owned()),
    };
    let mut row = vec![
        dataset,
        Value::count(points.len()),
        Value::count(first.features),
        Value::count(classes.names().len()),
        Value::count(first.k),
        whole_number_value(concepts),
        Value::text(&counted),
    ];
    row.extend(purities(summary.lattice, summary.lattice_chance));
    row.extend(purities(summary.hierarchy, summary.hierarchy_chance));
    row.extend(purities(summary.ward, summary.ward_chance));
    row.push(Value::Real((summary.seconds * 1000.0).round() / 1000.0));
    row.extend(spread(args, trials, &summary));
    vec![row]
}

/// Returns the number of trials and the deviations of the purities, if trials were requested.
pub(super) fn spread(
    args: &EvaluateCommand,
    trials: &[Trial],
    of: &TrialSummary,
) -> impl Iterator<Item = Value> {
    let [ours, ward] = [of.lattice_deviation, of.ward_deviation].map(Value::real);
    let cells = [Value::count(trials.len()), ours, ward];
    args.trials.map(|_| cells).into_iter().flatten()
}

/// Returns a whole number as an integer if `f64` represents it exactly.
fn whole_number_value(number: f64) -> Value {
    let is_exact = number.fract() == 0.0 && number < (1_u64 << f64::MANTISSA_DIGITS) as f64;
    if is_exact { Value::Int(number as i64) } else { Value::Real(number) }
}
