-- title: the features of a cluster: mean in it, over all, difference in standard deviations
-- parameter: concept concept
-- columns: feature mean overall difference
--
-- In the sqlite3 shell: .parameter set :concept c300
-- The difference is in standard deviations over all points, NULL if all values are equal.
SELECT
    feature.name AS feature,
    inside.mean AS mean,
    feature.mean AS overall,
    (inside.mean - feature.mean) / nullif(feature.deviation, 0) AS difference
FROM feature
LEFT JOIN (
    SELECT feature_id, avg(value) AS mean
    FROM member
    CROSS JOIN measurement USING (point_id)
    WHERE member.concept_id = CAST(ltrim(:concept, 'c') AS INTEGER)
    GROUP BY feature_id
) AS inside ON inside.feature_id = feature.id
ORDER BY feature.id;
