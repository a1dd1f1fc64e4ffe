-- Made after the rows are in, which is faster than keeping them up to date.
CREATE UNIQUE INDEX concept_by_key ON concept (key, size);
CREATE INDEX cover_by_upper ON cover (upper_id, lower_id);
CREATE INDEX clarified_by_attribute ON clarified (attribute_id, point_id);
CREATE INDEX point_by_twin ON point (twin_id);
CREATE INDEX introduced_by_concept ON introduced (concept_id, point_id);
CREATE INDEX point_by_class ON point (class_id, id);
CREATE INDEX concept_by_class ON concept (majority_class_id, purity, size);
CREATE INDEX belongs_by_community ON belongs (community_id, point_id);
