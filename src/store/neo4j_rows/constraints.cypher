// What must hold before data comes, and what a load finds its own nodes by. Run before a load or
// after an offline import; names are prefixed because a database may hold other things too.
CREATE CONSTRAINT conceptgraph_graph_load IF NOT EXISTS
FOR (g:Graph) REQUIRE g.load IS UNIQUE;
CREATE CONSTRAINT conceptgraph_class_load IF NOT EXISTS
FOR (k:Class) REQUIRE (k.load, k.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_attribute_load IF NOT EXISTS
FOR (a:Attribute) REQUIRE (a.load, a.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_point_load IF NOT EXISTS
FOR (p:Point) REQUIRE (p.load, p.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_concept_load IF NOT EXISTS
FOR (c:Concept) REQUIRE (c.load, c.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_community_load IF NOT EXISTS
FOR (m:Community) REQUIRE (m.load, m.id) IS UNIQUE;
