// title: a shortest chain of covers between two comparable clusters, smallest first
// parameter: concept concept
// parameter: other concept
// columns: concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
//                                    :param other => 'c365';
// The walk goes up from the smaller cluster, and the chain is read down from the larger one. If
// several lower covers are equally near to the end, the one with the lowest id is taken. The
// cluster of all points is preceded by the communities that contain all points of the cluster
// before it.
MATCH (g:Graph {graph: $graph})
WITH g, toInteger(ltrim($concept, 'c')) AS a, toInteger(ltrim($other, 'c')) AS b
MATCH (low:Concept {graph: $graph, id: CASE WHEN a < b THEN a ELSE b END})
MATCH (high:Concept {graph: $graph, id: CASE WHEN a < b THEN b ELSE a END})
CALL (low, high) {
  // For each cluster between, the nearest lower cover to the smaller end, the first of equal ones.
  MATCH way = (low)-[:COVERED_BY*0..]->(x:Concept)
  WHERE all(c IN nodes(way) WHERE c.id <= high.id)
  WITH high, x, min(length(way)) AS distance
  MATCH (x)-[:COVERED_BY]->(upper:Concept) WHERE upper.id <= high.id
  WITH upper, min([distance, x.id]) AS nearest
  ORDER BY upper.id DESC
  RETURN collect([upper.id, nearest[1]]) AS steps
}
WITH g, low, reduce(chain = [high.id], step IN steps |
  CASE WHEN step[0] = last(chain) THEN chain + step[1] ELSE chain END) AS ids
WHERE last(ids) = low.id
UNWIND ids AS id
MATCH (c:Concept {graph: $graph, id: id})
WITH g, c ORDER BY c.id
WITH g, collect(c) AS chain
CALL (g, chain) {
  WITH * WHERE size(chain) > 1 AND chain[-1].size = g.points
  WITH g, chain[-2] AS c
  MATCH (p:Point)-[:MEMBER_OF]->(c)
  MATCH (p)-[:IN_GROUP|IN_PART|IN_JOIN]->(m:Community)
  WHERE m.size < g.points
  WITH c, m, count(*) AS held
  WHERE held = c.size
  RETURN collect(m) AS holding
}
UNWIND chain + holding AS c
RETURN c.name AS concept, c.size AS size, c.purity AS purity,
       c.majorityClass AS class, c.centre AS centre
ORDER BY size, c:Community, c.id;
