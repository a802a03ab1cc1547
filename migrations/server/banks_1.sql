-- Connections to banks. Secrets are sealed with the key beside this database, rows of banks with
-- the key of their budget; nothing else of either is stored. Times are milliseconds since 1970 in
-- UTC.

-- Credentials of providers and grants of connections. `-` stands for no file and no connection.
CREATE TABLE secrets (
  name TEXT NOT NULL,
  file TEXT NOT NULL,
  connection TEXT NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (name, file, connection)
) STRICT, WITHOUT ROWID;

CREATE TABLE budgets (
  file TEXT PRIMARY KEY,
  -- What rows are sealed to; null until a device registered it.
  public_key BLOB,
  -- Number of the last message; numbers have no gaps.
  last_number INTEGER NOT NULL DEFAULT 0,
  -- When a device last looked for messages.
  seen_ms INTEGER,
  -- JSON; null if nobody set one.
  schedule TEXT,
  -- When the schedule was set, or ran.
  ran_ms INTEGER,
  -- When the schedule ran, for people.
  last_run_ms INTEGER
) STRICT;

CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  file TEXT NOT NULL,
  provider TEXT NOT NULL,
  institution_id TEXT NOT NULL,
  institution_name TEXT NOT NULL,
  valid_until TEXT,
  -- The cursor of the last sealed changes; empty to fetch the full list.
  cursor TEXT NOT NULL DEFAULT '',
  fetched_ms INTEGER,
  -- JSON of the error of the last fetch.
  error TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  -- The schedule skips the connection until then.
  retry_ms INTEGER,
  -- The schedule skips the connection until the user acts.
  needs_person INTEGER NOT NULL DEFAULT 0,
  made_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX connections_of_file ON connections (file, made_ms);

-- The external accounts to fetch.
CREATE TABLE externals (
  connection TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- The first day to fetch.
  from_day TEXT NOT NULL,
  PRIMARY KEY (connection, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE inbox (
  file TEXT NOT NULL,
  number INTEGER NOT NULL,
  connection TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  size INTEGER NOT NULL,
  -- When a device acknowledged it, or null.
  done_ms INTEGER,
  sealed BLOB NOT NULL,
  PRIMARY KEY (file, number)
) STRICT;

-- Requests that count against a provider's limit, by a digest of the credential.
CREATE TABLE requests (
  quota TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  count INTEGER NOT NULL
) STRICT;

CREATE INDEX requests_of_quota ON requests (quota, at_ms);
