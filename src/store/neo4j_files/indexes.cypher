// What queries start from besides ids; made after the data of the first graph, which is faster.
CREATE INDEX conceptgraph_graph_name IF NOT EXISTS FOR (g:Graph) ON (g.name);
CREATE INDEX conceptgraph_class_name IF NOT EXISTS FOR (k:Class) ON (k.graph, k.name);
CREATE INDEX conceptgraph_point_name IF NOT EXISTS FOR (p:Point) ON (p.graph, p.name);
CREATE INDEX conceptgraph_concept_key IF NOT EXISTS FOR (c:Concept) ON (c.graph, c.key);
CREATE INDEX conceptgraph_purity_above IF NOT EXISTS
FOR ()-[h:HAS_CLASS]-() ON (h.purityAbove);
