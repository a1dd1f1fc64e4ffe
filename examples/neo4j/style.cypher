// Labels by which Neo4j Browser can style clusters: it looks at labels, not at properties.
// Run once after loading a graph; set the graph's name first:
//   :param graph => 'iris'
// Size1 (smallest) to Size5 (largest) by share of all points; Majority1 to Majority8 by the class most
// of a cluster's points have, in the order of the class names. Then drop style.grass on the Browser.

MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph}) WHERE c.id > 0
WITH c, 1.0 * c.size / g.n AS share
FOREACH (_ IN CASE WHEN share <= 0.05 THEN [1] ELSE [] END | SET c:Size1)
FOREACH (_ IN CASE WHEN share > 0.05 AND share <= 0.15 THEN [1] ELSE [] END | SET c:Size2)
FOREACH (_ IN CASE WHEN share > 0.15 AND share <= 0.35 THEN [1] ELSE [] END | SET c:Size3)
FOREACH (_ IN CASE WHEN share > 0.35 AND share <= 0.7 THEN [1] ELSE [] END | SET c:Size4)
FOREACH (_ IN CASE WHEN share > 0.7 THEN [1] ELSE [] END | SET c:Size5);

MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (k:Class {graph: g.graph})
MATCH (c:Concept {graph: g.graph, majorityClass: k.name}) WHERE c.id > 0
FOREACH (_ IN CASE WHEN k.id = 1 THEN [1] ELSE [] END | SET c:Majority1)
FOREACH (_ IN CASE WHEN k.id = 2 THEN [1] ELSE [] END | SET c:Majority2)
FOREACH (_ IN CASE WHEN k.id = 3 THEN [1] ELSE [] END | SET c:Majority3)
FOREACH (_ IN CASE WHEN k.id = 4 THEN [1] ELSE [] END | SET c:Majority4)
FOREACH (_ IN CASE WHEN k.id = 5 THEN [1] ELSE [] END | SET c:Majority5)
FOREACH (_ IN CASE WHEN k.id = 6 THEN [1] ELSE [] END | SET c:Majority6)
FOREACH (_ IN CASE WHEN k.id = 7 THEN [1] ELSE [] END | SET c:Majority7)
FOREACH (_ IN CASE WHEN k.id = 8 THEN [1] ELSE [] END | SET c:Majority8);
