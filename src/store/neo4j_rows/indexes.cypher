// What queries start from besides ids; made after the data of the first graph, which is faster.
CREATE INDEX conceptgraph_graph_name IF NOT EXISTS FOR (g:Graph) ON (g.name);
CREATE INDEX conceptgraph_class_name IF NOT EXISTS FOR (k:Class) ON (k.graph, k.name);
CREATE INDEX conceptgraph_point_name IF NOT EXISTS FOR (p:Point) ON (p.graph, p.name);
CREATE INDEX conceptgraph_community_name IF NOT EXISTS FOR (m:Community) ON (m.graph, m.name);
CREATE INDEX conceptgraph_concept_name IF NOT EXISTS FOR (c:Concept) ON (c.graph, c.name);
CREATE INDEX conceptgraph_concept_key IF NOT EXISTS FOR (c:Concept) ON (c.graph, c.key);
CREATE INDEX conceptgraph_concept_size IF NOT EXISTS FOR (c:Concept) ON (c.graph, c.size);
CREATE INDEX conceptgraph_concept_purity IF NOT EXISTS
FOR (c:Concept) ON (c.graph, c.majorityClass, c.purity);
CREATE INDEX conceptgraph_concept_delta IF NOT EXISTS FOR (c:Concept) ON (c.graph, c.delta);
CREATE INDEX conceptgraph_purity_above IF NOT EXISTS
FOR ()-[h:HAS_CLASS]-() ON (h.purityAbove);
