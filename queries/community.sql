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
    round(sum(held.share), 9) AS share
FROM community AS asked
CROSS JOIN within ON within.above_id = asked.id
CROSS JOIN community AS inside ON inside.id = within.community_id
JOIN (
    SELECT * FROM in_group
    UNION ALL
    SELECT * FROM in_part
) AS held ON held.community_id = inside.id
JOIN point ON point.id = held.point_id
LEFT JOIN class ON class.id = point.class_id
WHERE asked.name = :community
    -- The share of a group includes the shares of its parts.
    AND (inside.id = asked.id OR inside.level = 'group')
GROUP BY point.id
ORDER BY share DESC, point.id
LIMIT coalesce(:limit, 100);
