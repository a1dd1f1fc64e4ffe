-- title: communities: groups of clusters that overlap more than others, most points first
-- parameter: limit count = 100
-- columns: community points cohesion purity class clusters central apart
--
-- In the sqlite3 shell: .parameter set :limit 100
SELECT
    'g' || community.id AS community,
    community.points,
    community.cohesion,
    community.purity,
    class.name AS class,
    (SELECT count(*) FROM community_concept WHERE community_id = community.id) AS clusters,
    'c' || community.central_id AS central,
    community.apart
FROM community
LEFT JOIN class ON class.id = community.majority_class_id
ORDER BY community.id
LIMIT coalesce(:limit, 100);
