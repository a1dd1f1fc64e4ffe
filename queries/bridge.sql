-- title: the points in both of two groups or parts, the most evenly split first, and their homes
-- parameter: community community
-- parameter: other community
-- parameter: limit count = 100
-- columns: point point_class share other_share separation concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :community g2
--                       .parameter set :other g3
--                       .parameter set :limit 100
-- `separation` is that of two groups: 0 no boundary, 1 nothing crosses.
WITH both (point_id, share, other_share, separation) AS (
    SELECT belonging.point_id, belonging.share, other.share, overlap.separation
    FROM community AS one
    JOIN community AS two
    JOIN belongs AS belonging ON belonging.community_id = one.id
    JOIN belongs AS other ON other.point_id = belonging.point_id AND other.community_id = two.id
    LEFT JOIN overlap
        ON overlap.community_id = min(one.id, two.id) AND overlap.other_id = max(one.id, two.id)
    WHERE one.name = :community AND two.name = :other
    ORDER BY min(belonging.share, other.share) DESC, belonging.point_id
    LIMIT coalesce(:limit, 100)
)
SELECT
    point.name AS point,
    own.name AS point_class,
    both.share,
    both.other_share,
    both.separation,
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
