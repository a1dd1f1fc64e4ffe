// Ranks the clusters of the iris flowers, built with --k 50%, with the Graph Data Science plugin, in
// Neo4j Browser or in cypher-shell. README.md next to this file says how to install the plugin.

// 1. Reads the clusters and their covers into memory, under a name. (A table: 15,407 clusters.)
MATCH (c:Concept {graph: 'iris'})-[:COVERED_BY]->(u:Concept) WHERE c.id > 0
WITH gds.graph.project('iris clusters', c, u) AS projected
RETURN projected.graphName AS name, projected.nodeCount AS clusters,
       projected.relationshipCount AS covers;

// 2. The ten clusters through which most shortest chains of covers pass (betweenness): those where
//    two classes meet. (A table: the first has 25 flowers, 17 of them versicolor.)
CALL gds.betweenness.stream('iris clusters') YIELD nodeId, score
WITH gds.util.asNode(nodeId) AS c, score
RETURN c.id, c.size, c.majorityClass, c.purity, c.generator, score
ORDER BY score DESC, c.id
LIMIT 10;

// 3. Frees the memory.
CALL gds.graph.drop('iris clusters') YIELD graphName
RETURN graphName;
