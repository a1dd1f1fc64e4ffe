-- title: the lattice by cluster size: clusters, covers that lead up from them, their mean purity
-- columns: size concepts covers purity
SELECT
    size,
    count(*) AS concepts,
    sum((SELECT count(*) FROM cover WHERE cover.lower_id = concept.id)) AS covers,
    round(avg(purity), 6) AS purity
FROM concept
GROUP BY size
ORDER BY size;
