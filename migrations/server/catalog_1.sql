-- Who may sign in, and which files there are. Times are milliseconds since 1970 in UTC.

CREATE TABLE owner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  user_id TEXT NOT NULL,
  -- Argon2id in its text form; null until a password is set.
  password_hash TEXT
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  -- SHA-256 of the token; the token itself is not kept.
  token_hash BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  used_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE server_prefs (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE files (
  number INTEGER PRIMARY KEY,
  -- As the client calls it. Never part of a path.
  id TEXT NOT NULL UNIQUE,
  -- Folder of the file, a UUID of our own.
  place TEXT NOT NULL UNIQUE,
  -- Sync generation, a UUID of our own; null from a reset to the next upload.
  group_id TEXT,
  name TEXT NOT NULL,
  format INTEGER,
  encrypt_meta TEXT,
  key_id TEXT,
  key_salt TEXT,
  key_test TEXT,
  -- The upload that is downloaded.
  upload_id TEXT,
  deleted INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The uploads, each with the data needed to make it the current one again.
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  file INTEGER NOT NULL REFERENCES files (number),
  made_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  name TEXT NOT NULL,
  format INTEGER,
  encrypt_meta TEXT,
  key_id TEXT,
  key_salt TEXT,
  key_test TEXT
) STRICT;

CREATE INDEX uploads_of_file ON uploads (file, made_ms);
