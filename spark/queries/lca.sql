-- title: the smallest cluster with all these points
-- parameter: points points
-- columns: concept size purity class centre
--
-- The query makes one pass over all members. Ids rise with the size, so the first cluster with all
-- of the points is the smallest.
WITH
asked AS (
    SELECT collect_set(object_id) AS objects FROM point WHERE array_contains(:points, name)
),
smallest AS (
    SELECT min(concept_id) AS id
    FROM extent
    CROSS JOIN asked
    WHERE size(asked.objects) > 0 AND size(array_except(asked.objects, extent.objects)) = 0
)
SELECT concept, size, purity, class, centre
FROM smallest
JOIN cluster USING (id);
