// title: from a point's smallest cluster to the top, always to the parent purest in its class
// parameter: point point
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param point => 'd1';
// Of parents equally pure, the one with the lowest id. Each step follows one cover alone, so there
// is a single path.
// Before the cluster of all points stand the communities to which all points of the one before it
// belong.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (p:Point {graph: g.graph, name: $point})
CALL (p) {
  MATCH (p)-[:INTRODUCED_IN]->(c:Concept)
  RETURN c AS first ORDER BY c.id LIMIT 1
}
CALL (p, first) {
  MATCH (first) ((a)-[:COVERED_BY]->(b) WHERE b.id = head(COLLECT {
    MATCH (a)-[:COVERED_BY]->(u:Concept)
    OPTIONAL MATCH (u)-[own:HAS_CLASS]->(k:Class {name: p.class})
    RETURN u.id ORDER BY coalesce(own.purity, 0.0) DESC, u.id LIMIT 1
  }))* (c:Concept)
  RETURN c
}
WITH g, c ORDER BY c.id
WITH g, collect(c) AS chain
CALL (g, chain) {
  WITH * WHERE size(chain) > 1 AND chain[-1].size = g.n
  WITH g, chain[-2] AS c
  CALL (g, c) {
    // The points with every attribute that the generating points share; of none, with every one.
    UNWIND c.generatorIds AS id
    MATCH (:Point {graph: g.graph, id: id})-[:NEIGHBOR|HAS]->(x)
    WITH c, x, count(*) AS having
    WHERE having = size(c.generatorIds)
    MATCH (p:Point)-[:NEIGHBOR|HAS]->(x)
    WITH c, p, count(*) AS having
    WHERE having = c.intentSize
    RETURN p
  UNION ALL
    WITH * WHERE size(c.generatorIds) = 0
    MATCH (p:Point {graph: g.graph})
    WHERE p.id > 0 AND COUNT { (p)-[:NEIGHBOR|HAS]->() } = c.intentSize
    RETURN p
  }
  MATCH (p)-[:BELONGS_TO]->(:Community)-[:PART_OF*0..]->(m:Community)
  WHERE m.points < g.n
  WITH c, m, count(DISTINCT p) AS held
  WHERE held = c.size
  RETURN collect(m) AS holding
}
UNWIND chain + holding AS c
RETURN c.name AS concept, coalesce(c.points, c.size) AS size, c.purity AS purity,
       c.majorityClass AS class, c.generator AS generator
ORDER BY size, c:Community, c.id;
