-- title: untypical points: their neighbourhood is wider than usual in their group
-- parameter: limit count = 100
-- columns: point class community outlier distance
--
-- In the sqlite3 shell: .parameter set :limit 100
-- outlier is 1 - m / w, where w is the distance to the last of a point's 15 nearest points, itself
-- included, and m the median of w in its group: 0.5 for a neighbourhood twice as wide. distance is
-- that to the nearest.
WITH untypical (point_id) AS (
    SELECT id FROM point ORDER BY outlier DESC, id LIMIT coalesce(:limit, 100)
)
SELECT
    point.name AS point,
    class.name AS class,
    (
        SELECT community.name
        FROM in_group
        JOIN community ON community.id = in_group.community_id
        WHERE in_group.point_id = point.id
        ORDER BY in_group.share DESC, community.id
        LIMIT 1
    ) AS community,
    point.outlier,
    neighbor.distance
FROM untypical
JOIN point ON point.id = untypical.point_id
LEFT JOIN class ON class.id = point.class_id
LEFT JOIN neighbor ON neighbor.point_id = point.id AND neighbor.rank = 1
ORDER BY point.outlier DESC, point.id;
