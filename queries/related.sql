-- title: the other points by the smallest cluster that holds both, smallest first
-- parameter: point point
-- parameter: limit count = 100
-- columns: point point_class concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :point d1
--                       .parameter set :limit 100
-- The first cluster above this point that the other one is in.
WITH RECURSIVE
me (id) AS (
    SELECT id FROM point WHERE name = :point
),
above (id) AS (
    SELECT concept_id FROM introduced WHERE point_id = (SELECT id FROM me)
    UNION
    SELECT cover.upper_id FROM above CROSS JOIN cover ON cover.lower_id = above.id
),
first (point_id, concept_id) AS (
    SELECT member.point_id, min(above.id)
    FROM above
    CROSS JOIN member ON member.concept_id = above.id
    WHERE member.point_id <> (SELECT id FROM me)
    GROUP BY member.point_id
    ORDER BY 2, 1
    LIMIT coalesce(:limit, 100)
)
SELECT point.name AS point, class.name AS point_class, concept, cluster.size, purity,
    cluster.class, generator
FROM first
CROSS JOIN cluster ON cluster.id = first.concept_id
JOIN point ON point.id = first.point_id
LEFT JOIN class ON class.id = point.class_id
ORDER BY cluster.id, point.id;
