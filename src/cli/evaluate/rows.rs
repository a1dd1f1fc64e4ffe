//! What was found out, as rows.

use super::Evaluate;
use super::trial::Trial;
use crate::cli::words::{rough, within};
use crate::evaluate::closures::Pair;
use crate::store::Value;

pub(super) fn columns(asked: &Evaluate) -> Vec<String> {
    let columns: &[&str] = match (&asked.sweep, asked.per_class, asked.worst) {
        (Some(_), ..) => &["dataset", "k", "ours", "ward"],
        (_, true, _) => &["dataset", "class", "size", "ours", "ward"],
        (.., Some(_)) => &["dataset", "point", "other", "class", "size", "purity"],
        _ => &[
            "dataset", "points", "features", "classes", "k", "concepts", "counted", "ours", "ward",
            "seconds",
        ],
    };
    let spread: &[&str] = match asked.trials {
        Some(_) => &["trials", "ours_deviation", "ward_deviation"],
        None => &[],
    };
    columns.iter().chain(spread).map(|&column| column.to_owned()).collect()
}

/// The rows of one input, of which there is one trial or many.
pub(super) fn of(asked: &Evaluate, trials: &[Trial]) -> Vec<Vec<Value>> {
    let Some(told @ Trial { points, ours, ward, .. }) = trials.first() else { return Vec::new() };
    let classes = points.classes().expect("it was evaluated by them");
    let text = |text: &str| Value::Text(text.to_owned());
    let number = |number: usize| Value::Int(number as i64);
    let dataset = text(&told.name);
    if asked.per_class {
        let of_ward = ward.iter().flat_map(|ward| &ward.of_class);
        let both = ours.of_class.iter().zip(of_ward);
        let of_class = classes.names().iter().zip(classes.sizes()).zip(both);
        let row = |((name, size), (&ours, &ward)): ((&String, u32), _)| {
            vec![dataset.clone(), text(name), number(size as usize), real(ours), real(ward)]
        };
        return of_class.map(row).collect();
    }
    if asked.worst.is_some() {
        let names = points.names();
        let row = |pair: &Pair| {
            let [a, b] = pair.points.map(|point| point as usize);
            let class = &classes.names()[classes.of()[a].index()];
            let size = number(pair.size as usize);
            let points = [dataset.clone(), text(&names[a]), text(&names[b]), text(class), size];
            [&points[..], &[Value::Real(pair.purity)]].concat()
        };
        return told.worst.iter().map(row).collect();
    }
    let over =
        |of: fn(&Trial) -> Option<f64>| -> Vec<f64> { trials.iter().filter_map(of).collect() };
    let ours = over(|trial| trial.ours.overall);
    let ward = over(|trial| trial.ward.as_ref()?.overall);
    let off = trials.iter().map(|trial| trial.off).fold(0.0, f64::max);
    let concepts = mean(&over(|trial| Some(trial.concepts))).unwrap_or(0.0);
    let (concepts, counted) = match off > 0.0 {
        true => (rough(concepts), within(off)),
        false => (concepts, "exactly".to_owned()),
    };
    let seconds: f64 = trials.iter().map(|trial| trial.seconds).sum();
    let mut row = vec![
        dataset,
        number(points.len()),
        number(told.features),
        number(classes.names().len()),
        number(told.k),
        whole(concepts),
        text(&counted),
        real(mean(&ours)),
        real(mean(&ward)),
        Value::Real((seconds * 1000.0).round() / 1000.0),
    ];
    if asked.trials.is_some() {
        row.push(number(trials.len()));
        row.extend([real(deviation(&ours)), real(deviation(&ward))]);
    }
    vec![row]
}

/// A whole number as one as long as it is known to the last digit.
fn whole(number: f64) -> Value {
    let is_exact = number.fract() == 0.0 && number < (1_u64 << f64::MANTISSA_DIGITS) as f64;
    if is_exact { Value::Int(number as i64) } else { Value::Real(number) }
}

pub(super) fn real(number: Option<f64>) -> Value {
    number.map_or(Value::Null, Value::Real)
}

pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation, from two values on.
pub(super) fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let square = |value: &f64| (value - mean) * (value - mean);
    Some((values.iter().map(square).sum::<f64>() / (values.len() - 1) as f64).sqrt())
}
