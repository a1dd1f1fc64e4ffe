-- title: the clusters that hold this point, smallest first
-- parameter: point point
-- parameter: limit count = 100
-- columns: concept size purity class centre
--
-- One pass over all members; only as many ids as the limit are kept.
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
