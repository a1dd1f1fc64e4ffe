-- title: the clusters and communities that hold this point, smallest first
-- parameter: point point
-- parameter: limit count = 100
-- columns: concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :point d1
--                       .parameter set :limit 100
-- Communities, except the one of all points, are listed among the clusters.
WITH
belonging (point_id, community_id) AS (
    SELECT point_id, community_id FROM in_group
    UNION ALL
    SELECT point_id, community_id FROM in_part
),
shown (is_community, id, concept, size, purity, class, centre) AS (
    SELECT 0, cluster.*
    FROM point
    CROSS JOIN member ON member.point_id = point.id
    CROSS JOIN cluster ON cluster.id = member.concept_id
    WHERE point.name = :point
    UNION
    SELECT 1, community.id, community.name, community.size, purity, class.name, NULL
    FROM point
    CROSS JOIN belonging ON belonging.point_id = point.id
    CROSS JOIN within ON within.community_id = belonging.community_id
    CROSS JOIN community ON community.id = within.above_id
    LEFT JOIN class ON class.id = community.majority_class_id
    WHERE point.name = :point AND community.size < (SELECT count(*) FROM point)
)
SELECT concept, size, purity, class, centre
FROM shown
ORDER BY size, is_community, id
LIMIT coalesce(:limit, 100);
