-- title: the smallest cluster with all these points
-- parameter: points points
-- columns: concept size purity class centre
--
-- One pass over all members. Ids rise with the size, so of the clusters with all of these points the
-- first is the smallest.
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
