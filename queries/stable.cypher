// title: the most stable clusters, most stable first
// parameter: limit count = 100
// parameter: size count = 1
// columns: concept size purity class generator delta cohesion gap
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 10;
//                                    :param size => 5;
// Those with at least that many points; of equally stable ones the larger first.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph}) WHERE c.id > 0 AND c.size >= coalesce($size, 1)
WITH c ORDER BY c.delta DESC, c.id DESC LIMIT coalesce($limit, 100)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator, c.delta AS delta, c.cohesion AS cohesion, c.gap AS gap
ORDER BY c.delta DESC, c.id DESC;
