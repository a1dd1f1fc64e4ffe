// title: the largest clusters, largest first
// parameter: limit count = 100
// columns: concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 100;
// Ids rise with the size, so the largest clusters are the last.
MATCH (g:Graph {graph: $graph})
MATCH (c:Concept {graph: $graph}) WHERE c.id > g.concepts - coalesce($limit, 100)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.centre AS centre
ORDER BY c.id DESC;
