-- title: the smallest cluster with all these points, or else community
-- parameter: points points
-- columns: concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :points '["d1", "d51"]'
-- Ids rise with the size, so the first cluster with all of the points is the smallest. If it is the
-- cluster of all points, the smallest community to which all of the points belong is returned.
WITH
every (size) AS (SELECT count(*) FROM point),
asked (id) AS (
    SELECT DISTINCT point.id
    FROM json_each(:points) AS name
    JOIN point ON point.name = name.value
),
-- Names without a point count too, so that no cluster contains them.
wanted (points) AS (SELECT count(DISTINCT value) FROM json_each(:points)),
smallest (id) AS (
    SELECT member.concept_id
    FROM asked
    CROSS JOIN member ON member.point_id = asked.id
    GROUP BY member.concept_id
    HAVING count(*) = (SELECT points FROM wanted)
    ORDER BY member.concept_id
    LIMIT 1
),
belonging (point_id, community_id) AS (
    SELECT point_id, community_id FROM in_group
    UNION ALL
    SELECT point_id, community_id FROM in_part
),
held (id) AS (
    SELECT within.above_id
    FROM asked
    CROSS JOIN belonging ON belonging.point_id = asked.id
    CROSS JOIN within ON within.community_id = belonging.community_id
    GROUP BY within.above_id
    HAVING count(DISTINCT asked.id) = (SELECT points FROM wanted)
),
shown (place, id, concept, size, purity, class, centre) AS (
    SELECT iif(size < (SELECT size FROM every), 1, 3), cluster.*
    FROM smallest
    CROSS JOIN cluster USING (id)
    UNION ALL
    SELECT 2, community.id, community.name, community.size, purity, class.name, NULL
    FROM held
    CROSS JOIN community USING (id)
    LEFT JOIN class ON class.id = community.majority_class_id
    WHERE community.size < (SELECT size FROM every)
)
SELECT concept, size, purity, class, centre
FROM shown
ORDER BY place, size, id
LIMIT 1;
