-- title: clusters, upward covers and mean purity by cluster size
-- columns: size concepts covers purity
SELECT
    size,
    count(*) AS concepts,
    sum((SELECT count(*) FROM cover WHERE lower_id = concept.id)) AS covers,
    round(avg(purity), 6) AS purity
FROM concept
GROUP BY size
ORDER BY size;
