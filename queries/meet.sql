-- title: the largest clusters inside two clusters, none within another
-- parameter: concept concept
-- parameter: other concept
-- columns: concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :concept c300
--                       .parameter set :other c340
-- A cluster lies inside both if all of its points do. A cluster between two such clusters lies
-- inside both too, so one that is within another is covered by one of them.
WITH
both (point_id) AS MATERIALIZED (
    SELECT point_id FROM member WHERE concept_id = CAST(ltrim(:concept, 'c') AS INTEGER)
    INTERSECT
    SELECT point_id FROM member WHERE concept_id = CAST(ltrim(:other, 'c') AS INTEGER)
),
inside (id) AS MATERIALIZED (
    SELECT concept.id
    FROM both
    CROSS JOIN member USING (point_id)
    CROSS JOIN concept ON concept.id = member.concept_id
    GROUP BY concept.id
    HAVING count(*) = concept.size
    UNION ALL
    SELECT id FROM concept WHERE id = 1 AND size = 0 AND NOT EXISTS (SELECT 1 FROM both)
)
SELECT concept, size, purity, class, centre
FROM inside
CROSS JOIN cluster USING (id)
WHERE id NOT IN (SELECT lower_id FROM inside CROSS JOIN cover ON cover.upper_id = inside.id)
ORDER BY id DESC;
