-- The step's code then copies preferences from metadata.json.
CREATE TABLE preferences
  (id TEXT PRIMARY KEY,
   value TEXT);
