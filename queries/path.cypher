// title: a shortest chain of covers between two comparable clusters, smallest first
// parameter: concept concept
// parameter: other concept
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
//                                    :param other => 'c15407';
// The chain is read down from the larger one: of several lower covers equally near to the end, it
// takes the one with the lowest id. A cluster lies within another exactly when its generating
// points do, so the walk stays between the two.
// Before the cluster of all points stand the communities to which all points of the one before it
// belong.
MATCH (g:Graph {name: $graph, status: 'ready'})
WITH g, toInteger(ltrim($concept, 'c')) AS a, toInteger(ltrim($other, 'c')) AS b
MATCH (low:Concept {graph: g.graph, id: CASE WHEN a < b THEN a ELSE b END})
MATCH (high:Concept {graph: g.graph, id: CASE WHEN a < b THEN b ELSE a END})
CALL (high) {
  // The points of the larger one. Without a shared attribute it has all points.
  UNWIND high.generatorIds AS id
  MATCH (:Point {graph: high.graph, id: id})-[:NEIGHBOR|HAS]->(a)
  WITH high, a, count(*) AS having
  WHERE having = size(high.generatorIds)
  MATCH (p:Point)-[:NEIGHBOR|HAS]->(a)
  WITH high, p, count(*) AS having
  WHERE having = high.intentSize
  RETURN collect(p.id) AS members
}
WITH g, low, high, members
WHERE high.intentSize = 0 OR all(id IN low.generatorIds WHERE id IN members)
CALL (low, high, members) {
  // Of the lower covers of each cluster between, the first of the nearest to the smaller end.
  MATCH way = (low)-[:COVERED_BY*0..]->(x:Concept)
  WHERE all(c IN nodes(way) WHERE
    high.intentSize = 0 OR all(id IN c.generatorIds WHERE id IN members))
  WITH high, x, min(length(way)) AS distance
  MATCH (x)-[:COVERED_BY]->(upper:Concept) WHERE upper.id <= high.id
  WITH upper, min([distance, x.id]) AS nearest
  ORDER BY upper.id DESC
  RETURN collect([upper.id, nearest[1]]) AS steps
}
UNWIND reduce(chain = [high.id], step IN steps |
  CASE WHEN step[0] = last(chain) THEN chain + step[1] ELSE chain END) AS id
MATCH (c:Concept {graph: g.graph, id: id})
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
