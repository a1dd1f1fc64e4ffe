-- title: a shortest chain of covers between two comparable clusters, smallest first
-- parameter: concept concept
-- parameter: other concept
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :concept c812
--                       .parameter set :other c15407
-- The search goes up from the smaller one, layer by layer. The chain is read down from the larger
-- one: of several lower covers equally near to the end, it takes the one with the lowest id. Before
-- the cluster of all points stand the communities to which all points of the one before it belong.
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
),
-- The cluster before that of all points, and its points: those with all that it shares.
last (size, intent_size, generator) AS (
    SELECT size, intent_size, generator
    FROM (SELECT concept.*, max(size) OVER () AS most FROM chain CROSS JOIN concept USING (id))
    WHERE most = (SELECT count(*) FROM point) AND size < most
    ORDER BY id DESC
    LIMIT 1
),
shared (attribute_id, intent_size, size) AS (
    SELECT attribute_id, intent_size, size
    FROM last, json_each(last.generator) AS taken
    CROSS JOIN incidence ON incidence.point_id = taken.value
    GROUP BY attribute_id
    HAVING count(*) = json_array_length(generator)
    UNION ALL
    SELECT id, intent_size, size FROM last CROSS JOIN attribute WHERE generator = '[]'
),
extent (point_id, size) AS (
    SELECT point_id, size
    FROM shared
    CROSS JOIN incidence USING (attribute_id)
    GROUP BY point_id
    HAVING count(*) = intent_size
),
holding (id) AS (
    SELECT within.above_id
    FROM extent
    CROSS JOIN belongs ON belongs.point_id = extent.point_id
    CROSS JOIN within ON within.community_id = belongs.community_id
    GROUP BY within.above_id
    HAVING count(DISTINCT extent.point_id) = extent.size
),
shown (is_community, id, concept, size, purity, class, generator) AS (
    SELECT 0, cluster.*
    FROM chain
    CROSS JOIN cluster USING (id)
    UNION ALL
    SELECT 1, community.id, community.name, points, purity, class.name, NULL
    FROM holding
    CROSS JOIN community USING (id)
    LEFT JOIN class ON class.id = majority_class_id
    WHERE points < (SELECT count(*) FROM point)
)
SELECT concept, size, purity, class, generator
FROM shown
ORDER BY size, is_community, id;
