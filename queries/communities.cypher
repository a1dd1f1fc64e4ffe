// title: communities: groups of points that stand apart, then their parts, then joins of groups
// parameter: limit count = 100
// columns: community level parent points separation touching cohesion purity class cluster apart
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 100;
// `parent` is what it lies in next, `separation` how little crosses the boundary to what it joins
// there, and `cluster` the one most like it.
MATCH (m:Community {graph: $graph})
OPTIONAL MATCH (m)-[:PART_OF]->(up:Community)
OPTIONAL MATCH (m)-[:MOST_LIKE]->(c:Concept)
RETURN m.name AS community, m.level AS level, up.name AS parent, m.points AS points,
       m.separation AS separation, m.touching AS touching, m.cohesion AS cohesion,
       m.purity AS purity, m.majorityClass AS class, c.name AS cluster, m.apart AS apart
ORDER BY m.id
LIMIT coalesce($limit, 100);
