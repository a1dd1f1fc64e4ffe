-- title: at most three intervals of features that tell a cluster from other points best
-- parameter: concept concept
-- parameter: rule intervals = found
-- columns: feature low high points inside size precision recall f1
--
-- In the sqlite3 shell: .parameter set :concept c300
--                       .parameter set :rule '["petal_length", "", "1.9"]'
-- The program finds the intervals, each of three strings: a feature, the least value and the
-- largest value, empty if there is no bound. Each row counts the points in all intervals so far,
-- and those of them in the cluster. f1 is the harmonic mean of precision and recall.
WITH
condition (step, feature_id, feature, low, high) AS MATERIALIZED (
    SELECT
        name.key / 3,
        feature.id,
        feature.name,
        CAST(nullif(low.value, '') AS REAL),
        CAST(nullif(high.value, '') AS REAL)
    FROM json_each(:rule) AS name
    JOIN json_each(:rule) AS low ON low.key = name.key + 1
    JOIN json_each(:rule) AS high ON high.key = name.key + 2
    JOIN feature ON feature.name = name.value
    WHERE name.key % 3 = 0
),
inside (point_id) AS MATERIALIZED (
    SELECT point_id
    FROM member
    WHERE concept_id = CAST(ltrim(:concept, 'c') AS INTEGER)
),
-- The first interval that does not contain each point.
tested (is_inside, fails) AS MATERIALIZED (
    SELECT
        point.id IN (SELECT point_id FROM inside),
        (
            SELECT min(condition.step)
            FROM condition
            CROSS JOIN measurement ON measurement.point_id = point.id
                AND measurement.feature_id = condition.feature_id
            WHERE measurement.value < condition.low OR measurement.value > condition.high
        )
    FROM point
),
counted (step, points, inside, size) AS (
    SELECT
        condition.step,
        (SELECT count(*) FROM tested WHERE fails IS NULL OR fails > condition.step),
        (SELECT count(*) FROM tested WHERE is_inside AND (fails IS NULL OR fails > condition.step)),
        (SELECT count(*) FROM inside)
    FROM condition
)
SELECT
    condition.feature,
    condition.low,
    condition.high,
    counted.points,
    counted.inside,
    counted.size,
    counted.inside * 1.0 / nullif(counted.points, 0) AS precision,
    counted.inside * 1.0 / nullif(counted.size, 0) AS recall,
    2.0 * counted.inside / nullif(counted.points + counted.size, 0) AS f1
FROM condition
JOIN counted USING (step)
ORDER BY condition.step;
