-- title: the clusters and communities that hold this point, smallest first
-- parameter: point point
-- parameter: limit count = 100
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :point d1
-- Ids rise along covers, so a walk upwards that always takes the lowest id next meets the clusters
-- in order and can stop at the limit. Communities with fewer points than all stand between them.
WITH RECURSIVE
up (id) AS (
    SELECT introduced.concept_id
    FROM point
    JOIN introduced ON introduced.point_id = point.id
    WHERE point.name = :point
    UNION
    SELECT cover.upper_id
    FROM up
    CROSS JOIN cover ON cover.lower_id = up.id
    ORDER BY 1
    LIMIT coalesce(:limit, 100)
),
holding (id) AS (
    SELECT DISTINCT within.above_id
    FROM point
    JOIN belongs ON belongs.point_id = point.id
    JOIN within ON within.community_id = belongs.community_id
    WHERE point.name = :point
),
shown (is_community, id, concept, size, purity, class, generator) AS (
    SELECT 0, cluster.*
    FROM up
    CROSS JOIN cluster USING (id)
    UNION ALL
    SELECT 1, community.id, community.name, points, purity, class.name, NULL
    FROM holding
    CROSS JOIN community USING (id)
    LEFT JOIN class ON class.id = majority_class_id
    WHERE points < (SELECT count(*) FROM point)
)
SELECT concept, size, purity, class, generator
FROM shown
ORDER BY size, is_community, id
LIMIT coalesce(:limit, 100);
