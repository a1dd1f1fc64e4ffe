-- title: the points in both of two communities, the most evenly split first, and their homes
-- parameter: community community
-- parameter: other community
-- parameter: limit count = 100
-- columns: point point_class share other_share concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :community g1
--                       .parameter set :other g2
WITH both (point_id, share, other_share) AS (
    SELECT one.point_id, one.share, other.share
    FROM belongs AS one
    JOIN belongs AS other ON other.point_id = one.point_id
    WHERE one.community_id = CAST(ltrim(:community, 'g') AS INTEGER)
        AND other.community_id = CAST(ltrim(:other, 'g') AS INTEGER)
    ORDER BY min(one.share, other.share) DESC, one.point_id
    LIMIT coalesce(:limit, 100)
)
SELECT
    point.name AS point,
    own.name AS point_class,
    both.share,
    both.other_share,
    cluster.concept,
    cluster.size,
    cluster.purity,
    cluster.class,
    cluster.generator
FROM both
JOIN point ON point.id = both.point_id
LEFT JOIN class AS own ON own.id = point.class_id
LEFT JOIN cluster ON cluster.id = point.home_id
ORDER BY min(both.share, both.other_share) DESC, point.id;
