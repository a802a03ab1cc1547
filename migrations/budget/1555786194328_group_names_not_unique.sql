CREATE TABLE category_groups_rebuilt
  (id TEXT PRIMARY KEY,
   name TEXT,
   is_income INTEGER DEFAULT 0,
   sort_order REAL,
   tombstone INTEGER DEFAULT 0);

INSERT INTO category_groups_rebuilt (id, name, is_income, sort_order, tombstone)
  SELECT id, name, is_income, sort_order, tombstone FROM category_groups;

DROP TABLE category_groups;
ALTER TABLE category_groups_rebuilt RENAME TO category_groups;
