-- title: clusters, covers up and mean purity by cluster size
-- columns: size concepts covers purity
--
-- A list of covers has its first id and a character for each of the others.
SELECT
    size,
    count(*) AS concepts,
    sum((
        SELECT coalesce(sum(1 + length(steps)), 0) FROM upper_covers WHERE concept_id = concept.id
    )) AS covers,
    round(avg(purity), 6) AS purity
FROM concept
GROUP BY size
ORDER BY size;
