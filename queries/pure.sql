-- title: the largest clusters of a class, none within another
-- parameter: class class
-- parameter: purity share = 1
-- parameter: size count = 1
-- parameter: limit count = 100
-- columns: concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :class setosa
--                       .parameter set :purity 0.9
--                       .parameter set :size 10
--                       .parameter set :limit 100
-- The result has the maximal clusters among those of at least the given size in which the class has
-- at least the given share.
WITH RECURSIVE
chosen (id) AS MATERIALIZED (
    SELECT concept.id
    FROM class
    CROSS JOIN concept_class AS own ON own.class_id = class.id
    CROSS JOIN concept ON concept.id = own.concept_id
    WHERE class.name = :class
        AND concept.size >= coalesce(:size, 1)
        AND own.count * 1.0 / concept.size >= coalesce(:purity, 1.0)
),
below (id) AS (
    SELECT cover.lower_id
    FROM chosen
    CROSS JOIN cover ON cover.upper_id = chosen.id
    UNION
    SELECT cover.lower_id
    FROM below
    CROSS JOIN cover ON cover.upper_id = below.id
)
SELECT concept, size, purity, class, centre
FROM chosen
CROSS JOIN cluster USING (id)
WHERE id NOT IN (SELECT id FROM below)
ORDER BY id DESC
LIMIT coalesce(:limit, 100);
