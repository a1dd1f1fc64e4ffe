-- title: the groups and parts of each point with its share in them, the largest share first
-- parameter: point point = all
-- columns: point class community level share
--
-- In the sqlite3 shell: .parameter set :point d1
-- The shares of a point in groups add up to 1, and its shares in the parts of a group add up to its
-- share in the group. A point in no community has a row without a community.
SELECT
    point.name AS point,
    class.name AS class,
    community.name AS community,
    community.level,
    held.share
FROM point
LEFT JOIN class ON class.id = point.class_id
LEFT JOIN (
    SELECT * FROM in_group
    UNION ALL
    SELECT * FROM in_part
) AS held ON held.point_id = point.id
LEFT JOIN community ON community.id = held.community_id
WHERE :point IS NULL OR point.name = :point
ORDER BY point.id, community.level, held.share DESC, community.id;
