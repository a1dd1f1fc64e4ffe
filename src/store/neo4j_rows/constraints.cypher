// What must hold before data comes, and what every look-up by id starts from. Run before a load or
// after an offline import; names are prefixed because a database may hold other things too.
CREATE CONSTRAINT conceptgraph_graph IF NOT EXISTS
FOR (g:Graph) REQUIRE g.graph IS UNIQUE;
CREATE CONSTRAINT conceptgraph_class IF NOT EXISTS
FOR (k:Class) REQUIRE (k.graph, k.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_attribute IF NOT EXISTS
FOR (a:Attribute) REQUIRE (a.graph, a.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_point IF NOT EXISTS
FOR (p:Point) REQUIRE (p.graph, p.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_concept IF NOT EXISTS
FOR (c:Concept) REQUIRE (c.graph, c.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_community IF NOT EXISTS
FOR (m:Community) REQUIRE (m.graph, m.id) IS UNIQUE;
// How far a load has come; gone when it is done.
CREATE CONSTRAINT conceptgraph_load IF NOT EXISTS
FOR (l:Load) REQUIRE (l.graph, l.lane) IS UNIQUE;
