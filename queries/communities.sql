-- title: communities: groups of points that stand apart, then their parts, then joins of groups
-- parameter: limit count = 100
-- columns: community title size purity class separation level parent
-- columns: touching cohesion cluster apart typical
--
-- In the sqlite3 shell: .parameter set :limit 100
-- `title` is a caption of a few words, `parent` the next larger community, `separation` that from
-- what the community touches most strongly, `touching` the number of its points with a neighbour in
-- the rest of the parent, `cluster` the most similar cluster, and `typical` its typical points.
SELECT
    community.name AS community,
    community.title,
    community.size,
    community.purity,
    class.name AS class,
    community.separation,
    community.level,
    parent.name AS parent,
    community.touching,
    community.cohesion,
    'c' || community.concept_id AS cluster,
    community.apart,
    (SELECT group_concat(value, ', ') FROM json_each(community.typical)) AS typical
FROM community
LEFT JOIN community AS parent ON parent.id = community.parent_id
LEFT JOIN class ON class.id = community.majority_class_id
ORDER BY community.id
LIMIT coalesce(:limit, 100);
