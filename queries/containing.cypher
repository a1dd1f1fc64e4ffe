// title: the clusters and communities that hold this point, smallest first
// parameter: point point
// parameter: limit count = 100
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param point => 'd1';
//                                    :param limit => 100;
// Ids rise along covers, so the first clusters are found by a walk that passes no higher id than
// some last one. The last is raised until there are enough; rows are taken one at a time, so the
// walks after that are never made. A walk has its own subquery: sorting in the same clause makes
// the planner start from all concepts. Communities with fewer points than all stand between the
// clusters.
MATCH (g:Graph {graph: $graph})
MATCH (p:Point {graph: $graph, name: $point})
CALL (p) {
  MATCH (p)-[:INTRODUCED_IN]->(c:Concept)
  RETURN min(c.id) AS first
}
WITH g, p, first, coalesce($limit, 100) AS most
UNWIND range(0, toInteger(ceil(log(1 + g.concepts / most) / log(4)))) AS step
WITH g, p, most, first + most * 4 ^ step AS last
CALL (p, last) {
  CALL (p, last) {
    MATCH (p)-[:INTRODUCED_IN]->(o:Concept) WHERE o.id <= last
    MATCH way = (o)-[:COVERED_BY*0..]->(c:Concept)
    WHERE all(passed IN nodes(way) WHERE passed.id <= last)
    RETURN DISTINCT c
  }
  WITH c ORDER BY c.id LIMIT coalesce($limit, 100)
  RETURN collect(c) AS found
}
WITH * WHERE size(found) >= most OR last >= g.concepts
WITH g, p, found LIMIT 1
CALL (g, p) {
  MATCH (p)-[:BELONGS_TO]->(:Community)-[:PART_OF*0..]->(m:Community)
  WHERE m.points < g.n
  RETURN collect(DISTINCT m) AS holding
}
UNWIND found + holding AS c
RETURN c.name AS concept, coalesce(c.points, c.size) AS size, c.purity AS purity,
       c.majorityClass AS class, c.generator AS generator
ORDER BY size, c:Community, c.id
LIMIT coalesce($limit, 100);
