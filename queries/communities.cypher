// title: communities: groups of clusters that overlap more than others, most points first
// parameter: limit count = 100
// columns: community points cohesion purity class clusters central apart
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 100;
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (m:Community {graph: g.graph}) WHERE m.id > 0
RETURN 'g' + m.id AS community, m.points AS points, m.cohesion AS cohesion, m.purity AS purity,
       m.majorityClass AS class, COUNT { (:Concept)-[:PART_OF]->(m) } AS clusters,
       'c' + m.central AS central, m.apart AS apart
ORDER BY m.id
LIMIT coalesce($limit, 100);
