// title: one cluster: its row, intent size, covers, stability, introduced points
// parameter: concept concept
// columns: concept size purity class generator intent_size parents children delta cohesion gap introduced
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
MATCH (c:Concept {graph: $graph, name: $concept})
CALL (c) {
  MATCH (p:Point)-[:INTRODUCED_IN]->(c)
  WITH p ORDER BY p.id
  RETURN collect(coalesce(p.quoted, p.name)) AS names
}
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator, c.intentSize AS intent_size,
       COUNT { (c)-[:COVERED_BY|BOTTOM_OF]->() } AS parents,
       COUNT { ()-[:COVERED_BY|BOTTOM_OF]->(c) } AS children,
       c.delta AS delta, c.cohesion AS cohesion, c.gap AS gap,
       '{' + reduce(text = '', i IN range(0, size(names) - 1) |
         text + CASE i WHEN 0 THEN '' ELSE ',' END + names[i]) + '}' AS introduced;
