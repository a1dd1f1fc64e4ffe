-- title: a shortest chain of covers between two comparable clusters, smallest first
-- parameter: concept concept
-- parameter: other concept
-- columns: concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :concept c300
--                       .parameter set :other c365
-- The walk goes up from the smaller cluster, and the chain is read down from the larger one. If
-- several lower covers are equally near to the end, the one with the lowest id is taken. The
-- cluster of all points is preceded by the communities that contain all points of the cluster
-- before it.
WITH RECURSIVE
asked (low, high) AS (
    SELECT min(a, b), max(a, b)
    FROM (
        SELECT
            CAST(ltrim(:concept, 'c') AS INTEGER) AS a,
            CAST(ltrim(:other, 'c') AS INTEGER) AS b
    )
),
walk (id, distance) AS (
    SELECT concept.id, 0 FROM asked JOIN concept ON concept.id = asked.low
    UNION
    SELECT cover.upper_id, walk.distance + 1
    FROM walk
    CROSS JOIN cover ON cover.lower_id = walk.id
    WHERE cover.upper_id > walk.id AND cover.upper_id <= (SELECT high FROM asked)
),
reached (id, distance) AS MATERIALIZED (
    SELECT id, min(distance) FROM walk GROUP BY id
),
chain (id, distance) AS (
    SELECT id, distance FROM reached WHERE id = (SELECT high FROM asked)
    UNION ALL
    SELECT
        (
            SELECT min(reached.id)
            FROM cover
            CROSS JOIN reached ON reached.id = cover.lower_id
            WHERE cover.upper_id = chain.id AND reached.distance = chain.distance - 1
        ),
        chain.distance - 1
    FROM chain
    WHERE chain.distance > 0
),
every (size) AS (SELECT count(*) FROM point),
-- The cluster before the cluster of all points.
last (id) AS (
    SELECT chain.id
    FROM chain
    JOIN asked
    JOIN concept ON concept.id = asked.high
    WHERE chain.distance = (SELECT max(distance) - 1 FROM chain)
        AND concept.size = (SELECT size FROM every)
),
belonging (point_id, community_id) AS (
    SELECT point_id, community_id FROM in_group
    UNION ALL
    SELECT point_id, community_id FROM in_part
),
held (id) AS (
    SELECT within.above_id
    FROM last
    CROSS JOIN member ON member.concept_id = last.id
    CROSS JOIN belonging ON belonging.point_id = member.point_id
    CROSS JOIN within ON within.community_id = belonging.community_id
    GROUP BY within.above_id
    HAVING count(DISTINCT member.point_id)
        = (SELECT size FROM concept WHERE id = (SELECT id FROM last))
),
shown (is_community, id, concept, size, purity, class, centre) AS (
    SELECT 0, cluster.*
    FROM chain
    CROSS JOIN cluster USING (id)
    UNION ALL
    SELECT 1, community.id, community.name, community.size, purity, class.name, NULL
    FROM held
    CROSS JOIN community USING (id)
    LEFT JOIN class ON class.id = community.majority_class_id
    WHERE community.size < (SELECT size FROM every)
)
SELECT concept, size, purity, class, centre
FROM shown
ORDER BY size, is_community, id;
