// Ties each point of the graph to the person whose email is its name. Run it again after the graph was
// replaced: what is tied stays, and what is new comes.
MATCH (n:Person)
MATCH (p:Point {graph: 'shop', name: n.email})
MERGE (p)-[:STANDS_FOR]->(n)
RETURN count(*) AS tied;
