-- title: the features of a cluster: mean in it, over all, difference in standard deviations
-- parameter: concept concept
-- columns: feature mean overall difference
--
-- In the sqlite3 shell: .parameter set :concept c812
-- Standard deviations over all points; no difference where all points have the same value.
WITH
overall (feature_id, mean) AS MATERIALIZED (
    SELECT feature_id, avg(value) FROM measurement GROUP BY feature_id
),
spread (feature_id, mean, deviation) AS (
    SELECT feature_id, mean, sqrt(avg((value - mean) * (value - mean)))
    FROM measurement
    JOIN overall USING (feature_id)
    GROUP BY feature_id
),
inside (feature_id, mean) AS (
    SELECT feature_id, avg(value)
    FROM member
    JOIN measurement USING (point_id)
    WHERE member.concept_id = CAST(ltrim(:concept, 'c') AS INTEGER)
    GROUP BY feature_id
)
SELECT
    feature.name AS feature,
    inside.mean AS mean,
    spread.mean AS overall,
    (inside.mean - spread.mean) / nullif(spread.deviation, 0) AS difference
FROM feature
JOIN spread ON spread.feature_id = feature.id
LEFT JOIN inside ON inside.feature_id = feature.id
ORDER BY feature.id;
