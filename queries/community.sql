-- title: the points of a group, a part or a join, the largest share first
-- parameter: community community
-- parameter: limit count = 100
-- columns: point class share
--
-- In the sqlite3 shell: .parameter set :community g1
--                       .parameter set :limit 100
-- The share of a point in a join is the sum of its shares in the groups of the join. Shares are
-- rounded to nine digits, so that the order of summation does not affect the order of the rows.
SELECT
    point.name AS point,
    class.name AS class,
    round(held.share, 9) AS share
FROM community AS asked
JOIN (
    SELECT * FROM in_group
    UNION ALL
    SELECT * FROM in_part
    UNION ALL
    SELECT * FROM in_join
) AS held ON held.community_id = asked.id
JOIN point ON point.id = held.point_id
LEFT JOIN class ON class.id = point.class_id
WHERE asked.name = :community
ORDER BY share DESC, point.id
LIMIT coalesce(:limit, 100);
