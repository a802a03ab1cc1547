CREATE TABLE __meta__ (key TEXT PRIMARY KEY, value TEXT);
