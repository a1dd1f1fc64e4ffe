-- title: the classes: size, clusters led, largest pure cluster, dendrogram purity, and chance
-- columns: class size concepts largest_pure dendrogram_purity chance
SELECT
    name AS class,
    size,
    concepts,
    concat('c', largest_pure_id) AS largest_pure,
    dendrogram_purity,
    chance
FROM class
ORDER BY id;
