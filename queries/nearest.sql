-- title: the nearest points, each with the smallest cluster that holds both
-- parameter: point point
-- parameter: count count = 10
-- columns: point point_class distance concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :point d1
--                       .parameter set :count 10
-- A graph keeps the 15 nearest points of each point. If only the cluster of all points contains
-- both, the smallest community with both is returned.
WITH
every (size) AS (SELECT count(*) FROM point),
near (id, rank, neighbor_id, distance) AS (
    SELECT point.id, rank, neighbor_id, distance
    FROM point
    CROSS JOIN neighbor ON neighbor.point_id = point.id
    WHERE point.name = :point AND rank <= coalesce(:count, 10)
),
smallest (rank, id) AS (
    SELECT near.rank, min(own.concept_id)
    FROM near
    CROSS JOIN member AS own ON own.point_id = near.id
    CROSS JOIN member AS its
        ON its.concept_id = own.concept_id AND its.point_id = near.neighbor_id
    GROUP BY near.rank
),
belonging (point_id, community_id) AS (
    SELECT point_id, community_id FROM in_group
    UNION ALL
    SELECT point_id, community_id FROM in_part
),
held (rank, id) AS (
    SELECT near.rank, above.above_id
    FROM near
    CROSS JOIN belonging ON belonging.point_id IN (near.id, near.neighbor_id)
    CROSS JOIN within AS above ON above.community_id = belonging.community_id
    GROUP BY near.rank, above.above_id
    HAVING count(DISTINCT belonging.point_id) = 2
),
met (rank, place, id, concept, size, purity, class, centre) AS (
    SELECT rank, iif(size < (SELECT size FROM every), 1, 3), cluster.*
    FROM smallest
    CROSS JOIN cluster USING (id)
    UNION ALL
    SELECT rank, 2, community.id, community.name, community.size, purity, class.name, NULL
    FROM held
    CROSS JOIN community USING (id)
    LEFT JOIN class ON class.id = community.majority_class_id
    WHERE community.size < (SELECT size FROM every)
),
placed AS (
    SELECT *, row_number() OVER (PARTITION BY rank ORDER BY place, size, id) AS choice FROM met
)
SELECT point.name AS point, own.name AS point_class, near.distance, concept, placed.size, purity,
    placed.class, centre
FROM near
JOIN placed ON placed.rank = near.rank AND choice = 1
JOIN point ON point.id = near.neighbor_id
LEFT JOIN class AS own ON own.id = point.class_id
ORDER BY near.rank;
