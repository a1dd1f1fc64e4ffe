-- title: the clusters that hold a row whose nearest points are these, smallest first
-- parameter: points points
-- parameter: limit count = 100
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :points '["d1", "d5"]'
-- A row lies in the clusters whose intent is among its k nearest points. Of these an intent holds
-- those that all generating points have. A parent's intent is in its child's, so a walk down from
-- the top goes on only below clusters that hold the row.
WITH RECURSIVE
near (id) AS MATERIALIZED (
    SELECT attribute.id
    FROM json_each(:points) AS named
    JOIN attribute ON attribute.name = named.value
    GROUP BY attribute.id
),
holder (id) AS NOT MATERIALIZED (
    SELECT concept.id
    FROM concept
    -- A name that nothing has: then no cluster is said to hold the row.
    WHERE NOT EXISTS (
        SELECT 1
        FROM json_each(:points) AS unknown
        WHERE unknown.value NOT IN (SELECT name FROM point)
            AND unknown.value NOT IN (SELECT name FROM attribute)
    ) AND concept.intent_size = (
        SELECT count(*)
        FROM near
        WHERE NOT EXISTS (
            SELECT 1
            FROM json_each(concept.generator) AS taken
            WHERE NOT EXISTS (
                SELECT 1
                FROM point
                JOIN clarified ON clarified.point_id = point.twin_id
                WHERE point.id = taken.value AND clarified.attribute_id = near.id
            )
        )
    )
),
down (id) AS (
    SELECT holder.id
    FROM holder
    WHERE holder.id = (SELECT max(id) FROM concept)
    UNION
    SELECT holder.id
    FROM down
    CROSS JOIN cover ON cover.upper_id = down.id
    CROSS JOIN holder ON holder.id = cover.lower_id
)
SELECT concept, size, purity, class, generator
FROM down
CROSS JOIN cluster USING (id)
ORDER BY id
LIMIT coalesce(:limit, 100);
