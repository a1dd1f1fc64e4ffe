-- title: the largest cluster that both contain (several, or none, where not all are stored)
-- parameter: concept concept
-- parameter: other concept
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :concept c812
--                       .parameter set :other c90
-- The common points are an extent themselves; the sum of their keys names its concept. Where it is
-- not stored, the maximal ones of the common down-set answer.
WITH RECURSIVE
asked (id) AS (
    SELECT CAST(ltrim(:concept, 'c') AS INTEGER)
    UNION
    SELECT CAST(ltrim(:other, 'c') AS INTEGER)
),
-- Each cluster by its own id: `member` is read for one at a time.
both (point_id) AS (
    SELECT point_id FROM member WHERE concept_id = CAST(ltrim(:concept, 'c') AS INTEGER)
    INTERSECT
    SELECT point_id FROM member WHERE concept_id = CAST(ltrim(:other, 'c') AS INTEGER)
),
closed (id) AS (
    SELECT concept.id
    FROM concept
    WHERE key = (SELECT coalesce(sum(key), 0) FROM point WHERE id IN both)
        AND size = (SELECT count(*) FROM both)
),
below (asked_id, concept_id) AS (
    SELECT id, id FROM asked WHERE NOT EXISTS (SELECT 1 FROM closed)
    UNION
    SELECT below.asked_id, cover.lower_id
    FROM below
    CROSS JOIN cover ON cover.upper_id = below.concept_id
),
common (id) AS (
    SELECT concept_id
    FROM below
    GROUP BY concept_id
    HAVING count(*) = (SELECT count(*) FROM asked)
),
answer (id) AS (
    SELECT id FROM closed
    UNION ALL
    SELECT id FROM (
        SELECT id FROM common
        EXCEPT
        SELECT cover.lower_id FROM common CROSS JOIN cover ON cover.upper_id = common.id
    )
)
SELECT concept, size, purity, class, generator
FROM answer
CROSS JOIN cluster USING (id)
ORDER BY id;
