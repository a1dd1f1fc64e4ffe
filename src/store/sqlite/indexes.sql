-- Indexes are created after the rows are inserted, which is faster than updating them.
CREATE INDEX cover_by_upper ON cover (upper_id, lower_id);
CREATE INDEX member_by_point ON member (point_id, concept_id);
CREATE INDEX neighbor_by_neighbor ON neighbor (neighbor_id, point_id);
CREATE INDEX incidence_by_attribute ON incidence (attribute_id, point_id);
CREATE INDEX point_by_class ON point (class_id, id);
CREATE INDEX concept_by_class ON concept (majority_class_id, purity, size);
CREATE INDEX in_group_by_community ON in_group (community_id, point_id);
CREATE INDEX in_part_by_community ON in_part (community_id, point_id);
