CREATE TABLE tags
  (id TEXT PRIMARY KEY,
   tag TEXT UNIQUE,
   color TEXT,
   description TEXT);
