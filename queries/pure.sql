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
-- share. What is within a cluster of one class alone is of that class too: there a look at the
-- parents is enough, from the largest down. Otherwise whatever is below a chosen one is removed.
WITH RECURSIVE
asked (class_id, purity, size) AS (
    SELECT id, coalesce(:purity, 1.0), coalesce(:size, 1) FROM class WHERE name = :class
),
alone (id) AS (
    SELECT id
    FROM concept
    WHERE majority_class_id = (SELECT class_id FROM asked)
        AND purity = 1.0
        AND (SELECT purity FROM asked) = 1.0
        AND size >= (SELECT size FROM asked)
        AND NOT EXISTS (
            SELECT 1
            FROM cover
            CROSS JOIN concept AS parent ON parent.id = cover.upper_id
            WHERE cover.lower_id = concept.id
                AND parent.purity = 1.0
                AND parent.majority_class_id = concept.majority_class_id
        )
    ORDER BY size DESC, id DESC
    LIMIT coalesce(:limit, 100)
),
chosen (id) AS (
    SELECT concept.id
    FROM asked
    JOIN concept ON concept.majority_class_id = asked.class_id
    WHERE asked.purity > 0.5
        AND asked.purity < 1
        AND concept.purity >= asked.purity
        AND concept.size >= asked.size
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
    CROSS JOIN cover ON cover.upper_id = chosen.id
    UNION
    SELECT cover.lower_id
    FROM below
    CROSS JOIN cover ON cover.upper_id = below.id
),
maximal (id) AS (
    SELECT id FROM alone
    UNION ALL
    SELECT id FROM (SELECT id FROM chosen WHERE id NOT IN below)
)
SELECT concept, size, purity, class, generator
FROM (SELECT id FROM maximal ORDER BY id DESC LIMIT coalesce(:limit, 100))
CROSS JOIN cluster USING (id)
ORDER BY id DESC;
