-- The step's code then copies preferences from metadata.json (spec/3 section 1.3).
CREATE TABLE preferences
  (id TEXT PRIMARY KEY,
   value TEXT);
