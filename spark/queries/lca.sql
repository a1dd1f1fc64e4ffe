-- title: the smallest cluster with all these points (several in an iceberg)
-- parameter: points points
-- columns: concept size purity class generator
--
-- The objects that have all shared attributes form the extent; the sums of their keys name its
-- concept. Where that concept is not stored, the minimal ones of those with all points answer.
WITH
asked AS (
    SELECT DISTINCT object_id AS id FROM point WHERE array_contains(:points, name)
),
shared AS (
    SELECT attribute_id
    FROM clarified
    WHERE object_id IN (SELECT id FROM asked)
    GROUP BY attribute_id
    HAVING count(*) = (SELECT count(*) FROM asked)
),
extent_of AS (
    SELECT object_id
    FROM clarified
    WHERE attribute_id IN (SELECT attribute_id FROM shared)
    GROUP BY object_id
    HAVING count(*) = (SELECT count(*) FROM shared)
    UNION ALL
    SELECT id FROM object WHERE (SELECT count(*) FROM shared) = 0
),
named AS (
    SELECT sum(key) AS key, sum(second_key) AS second_key, sum(size) AS size
    FROM object
    WHERE id IN (SELECT object_id FROM extent_of)
),
closed AS (
    SELECT id
    FROM concept
    WHERE size = (SELECT size FROM named)
        AND key = (SELECT key FROM named)
        AND second_key = (SELECT second_key FROM named)
        AND (SELECT count(*) FROM asked) > 0
),
common AS (
    SELECT concept_id AS id
    FROM extent
    WHERE (SELECT kind FROM graph) <> 'full'
        AND (SELECT count(*) FROM closed) = 0
        AND (SELECT count(*) FROM asked) > 0
        AND size(array_except((SELECT collect_list(id) FROM asked), objects)) = 0
),
answer AS (
    SELECT id FROM closed
    UNION ALL
    SELECT id
    FROM common
    WHERE id NOT IN (
        SELECT cover.upper_id
        FROM cover
        JOIN common ON common.id = cover.lower_id
    )
)
SELECT concept, size, purity, class, generator
FROM answer
JOIN cluster USING (id)
ORDER BY id;
