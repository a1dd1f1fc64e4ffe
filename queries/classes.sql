-- title: the classes: size, clusters led, largest pure one, dendrogram purity and that of shuffled labels
-- columns: class size concepts largest_pure dendrogram_purity shuffled_purity
SELECT
    name AS class,
    size,
    concepts,
    'c' || largest_pure_id AS largest_pure,
    dendrogram_purity,
    shuffled_purity
FROM class
ORDER BY id;
