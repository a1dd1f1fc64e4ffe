-- title: the clusters that hold this point, smallest first
-- parameter: point point
-- parameter: limit count = 100
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :point d1
-- Ids rise along covers, so a walk upwards that always takes the lowest id next meets the clusters
-- in order and can stop at the limit.
WITH RECURSIVE
up (id) AS (
    SELECT introduced.concept_id
    FROM point
    JOIN introduced ON introduced.point_id = point.id
    WHERE point.name = :point
    UNION
    SELECT cover.upper_id
    FROM up
    CROSS JOIN cover ON cover.lower_id = up.id
    ORDER BY 1
    LIMIT coalesce(:limit, 100)
)
SELECT concept, size, purity, class, generator
FROM up
CROSS JOIN cluster USING (id)
ORDER BY id;
