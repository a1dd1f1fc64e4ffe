-- title: a shortest chain of covers between two comparable clusters, smallest first
-- parameter: concept concept
-- parameter: other concept
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :concept c812
--                       .parameter set :other c15407
-- The search goes up from the smaller one, layer by layer. The chain is read down from the larger
-- one: of several lower covers equally near to the end, it takes the one with the lowest id.
WITH RECURSIVE
asked (low, high) AS (
    SELECT min(a, b), max(a, b)
    FROM (
        SELECT
            CAST(ltrim(:concept, 'c') AS INTEGER) AS a,
            CAST(ltrim(:other, 'c') AS INTEGER) AS b
    )
),
-- What can be reached by exactly that many covers, until the larger one is reached. Each cover adds
-- a point, so a chain has no more covers than points.
layer (distance, ids) AS (
    SELECT 0, json_array(low) FROM asked
    UNION ALL
    SELECT
        distance + 1,
        (
            SELECT json_group_array(DISTINCT cover.upper_id)
            FROM json_each(layer.ids) AS reached
            CROSS JOIN cover ON cover.lower_id = reached.value
            WHERE cover.upper_id > reached.value AND cover.upper_id <= (SELECT high FROM asked)
        )
    FROM layer
    WHERE json_array_length(ids) > 0
        AND distance < (SELECT count(*) FROM point)
        AND (SELECT high FROM asked) NOT IN (SELECT value FROM json_each(layer.ids))
),
chain (id, distance) AS (
    SELECT asked.high, layer.distance
    FROM asked
    JOIN layer
    WHERE asked.high IN (SELECT value FROM json_each(layer.ids))
    UNION ALL
    SELECT
        (
            SELECT min(cover.lower_id)
            FROM cover
            WHERE cover.upper_id = chain.id AND cover.lower_id IN (
                SELECT reached.value
                FROM layer, json_each(layer.ids) AS reached
                WHERE layer.distance = chain.distance - 1
            )
        ),
        chain.distance - 1
    FROM chain
    WHERE chain.distance > 0
)
SELECT concept, size, purity, class, generator
FROM chain
CROSS JOIN cluster USING (id)
ORDER BY id;
