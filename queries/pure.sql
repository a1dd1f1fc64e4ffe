-- title: the largest clusters of a class, none within another
-- parameter: class class
-- parameter: purity share = 1
-- parameter: size count = 1
-- parameter: limit count = 100
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :class setosa
--                       .parameter set :purity 0.9
--                       .parameter set :size 10
--                       .parameter set :limit 100
-- The maximal ones among the clusters of at least that size in which the class has at least that
-- share. What is within a cluster of one class alone is of that class too, so there a look at the
-- parents is enough; else whatever is below a chosen one is struck out.
WITH RECURSIVE
asked (class_id, purity, size) AS (
    SELECT id, coalesce(:purity, 1.0), coalesce(:size, 1) FROM class WHERE name = :class
),
chosen (id) AS (
    SELECT concept.id
    FROM asked
    JOIN concept ON concept.majority_class_id = asked.class_id
    WHERE asked.purity > 0.5 AND concept.purity >= asked.purity AND concept.size >= asked.size
    UNION ALL
    SELECT concept.id
    FROM asked
    JOIN concept_class AS own ON own.class_id = asked.class_id
    JOIN concept ON concept.id = own.concept_id
    WHERE asked.purity <= 0.5
        AND concept.size >= asked.size
        AND own.count * 1.0 / concept.size >= asked.purity
),
below (id) AS (
    SELECT cover.lower_id
    FROM chosen
    JOIN cover ON cover.upper_id = chosen.id
    WHERE (SELECT purity FROM asked) < 1
    UNION
    SELECT cover.lower_id
    FROM below
    JOIN cover ON cover.upper_id = below.id
),
maximal (id) AS (
    SELECT chosen.id
    FROM chosen
    WHERE id NOT IN below AND NOT EXISTS (
        SELECT 1
        FROM asked
        JOIN cover ON cover.lower_id = chosen.id
        JOIN concept ON concept.id = cover.upper_id
        JOIN concept_class AS own
            ON own.concept_id = concept.id AND own.class_id = asked.class_id
        WHERE own.count * 1.0 / concept.size >= asked.purity
    )
    ORDER BY chosen.id DESC
    LIMIT coalesce(:limit, 100)
)
SELECT concept, size, purity, class, generator
FROM maximal
JOIN cluster USING (id)
ORDER BY id DESC;
