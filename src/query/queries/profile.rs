//! Query `profile`: the means of the features in a cluster or a community and over all points.

use super::NO_TABLE;
use crate::base::ids::PointId;
use crate::query::{Answer, Cell, QueryError, Question, QuestionError};

super::canned!("profile");

fn answer(question: &Question<'_>) -> Result<Answer, QueryError> {
    question.require_features()?;
    let (features, extent) = (question.graph.features()?, question.extent(0)?);
    let row = |(column, name): (usize, &String)| {
        let (overall, deviation) = features.mean_and_deviation(column);
        let values = extent.iter().map(|&point: &PointId| features.value(point, column));
        let mean = values.sum::<f64>() / extent.len() as f64;
        let numbers = [mean, overall, (mean - overall) / deviation];
        let numbers = numbers.map(Cell::Real);
        [&[Cell::text(name)], &numbers[..]].concat()
    };
    Ok(Answer::new(features.names.iter().enumerate().map(row).collect(), NO_TABLE))
}

impl Question<'_> {
    pub(super) fn require_features(&self) -> Result<(), QueryError> {
        match self.graph.facts().omits_features() {
            true => Err(QuestionError::NoFeatures.into()),
            false => Ok(()),
        }
    }
}
