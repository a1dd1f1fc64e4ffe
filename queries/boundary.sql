-- title: points by the smallest cluster in which they meet another class, smallest first
-- parameter: limit count = 100
-- columns: point point_class concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :limit 100
WITH first (point_id, concept_id) AS (
    SELECT id, (
        SELECT member.concept_id
        FROM member
        CROSS JOIN concept ON concept.id = member.concept_id
        WHERE member.point_id = point.id AND concept.purity < 1
        ORDER BY member.concept_id
        LIMIT 1
    )
    FROM point
)
SELECT point.name AS point, own.name AS point_class, concept, cluster.size, purity,
    cluster.class, centre
FROM first
CROSS JOIN cluster ON cluster.id = first.concept_id
JOIN point ON point.id = first.point_id
JOIN class AS own ON own.id = point.class_id
ORDER BY cluster.id, point.id
LIMIT coalesce(:limit, 100);
