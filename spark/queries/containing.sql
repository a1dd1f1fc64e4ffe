-- title: the clusters that hold this point, smallest first
-- parameter: point point
-- parameter: limit count = 100
-- columns: concept size purity class centre
--
-- The query makes one pass over all members, and keeps only as many ids as the limit.
WITH
up AS (
    SELECT concept_id AS id
    FROM extent
    WHERE array_contains(objects, (SELECT object_id FROM point WHERE name = :point))
    ORDER BY concept_id
    LIMIT :limit
)
SELECT concept, size, purity, class, centre
FROM up
JOIN cluster USING (id)
ORDER BY id;
