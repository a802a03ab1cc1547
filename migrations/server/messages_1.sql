-- The messages of one sync generation of one file. Their content is not looked at.

CREATE TABLE messages (
  timestamp TEXT PRIMARY KEY,
  is_encrypted INTEGER NOT NULL,
  content BLOB NOT NULL,
  -- Number of the request that brought it, counting up.
  batch INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The tree of all timestamps and the number of the last request that brought something new.
CREATE TABLE state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  merkle TEXT NOT NULL,
  batch INTEGER NOT NULL
) STRICT;

INSERT INTO state VALUES (1, '{}', 0);
