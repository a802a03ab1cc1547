CREATE TABLE zero_budget_months
  (id TEXT PRIMARY KEY,
   buffered INTEGER DEFAULT 0);

CREATE TABLE zero_budgets
  (id TEXT PRIMARY KEY,
   month INTEGER,
   category TEXT,
   amount INTEGER DEFAULT 0,
   carryover INTEGER DEFAULT 0);

CREATE TABLE reflect_budgets
  (id TEXT PRIMARY KEY,
   month INTEGER,
   category TEXT,
   amount INTEGER DEFAULT 0,
   carryover INTEGER DEFAULT 0);

CREATE TABLE notes
  (id TEXT PRIMARY KEY,
   note TEXT);

CREATE TABLE kvcache (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE kvcache_key (id INTEGER PRIMARY KEY, key REAL);

-- Cells are named budget202103!budget-<category> (report budgets: budget-report202103!...). The
-- rows made from them have a dash in the month of their id, unlike those made later.
INSERT OR IGNORE INTO zero_budgets (id, month, category, amount)
  SELECT substr(name, 7, 4) || '-' || substr(name, 11, 2) || '-' || substr(name, 21),
         CAST(substr(name, 7, 6) AS INTEGER), substr(name, 21),
         CAST(CAST(expr AS REAL) AS INTEGER)
    FROM spreadsheet_cells
   WHERE name GLOB 'budget[0-9][0-9][0-9][0-9][0-9][0-9]!budget-*';

INSERT INTO zero_budgets (id, month, category, carryover)
  SELECT substr(name, 7, 4) || '-' || substr(name, 11, 2) || '-' || substr(name, 24),
         CAST(substr(name, 7, 6) AS INTEGER), substr(name, 24),
         expr IN ('true', '1')
    FROM spreadsheet_cells
   WHERE name GLOB 'budget[0-9][0-9][0-9][0-9][0-9][0-9]!carryover-*'
      ON CONFLICT (id) DO UPDATE SET carryover = excluded.carryover;

INSERT OR IGNORE INTO zero_budget_months (id, buffered)
  SELECT substr(name, 7, 4) || '-' || substr(name, 11, 2),
         CAST(CAST(expr AS REAL) AS INTEGER)
    FROM spreadsheet_cells
   WHERE name GLOB 'budget[0-9][0-9][0-9][0-9][0-9][0-9]!buffered';

INSERT OR IGNORE INTO reflect_budgets (id, month, category, amount)
  SELECT substr(name, 14, 4) || '-' || substr(name, 18, 2) || '-' || substr(name, 28),
         CAST(substr(name, 14, 6) AS INTEGER), substr(name, 28),
         CAST(CAST(expr AS REAL) AS INTEGER)
    FROM spreadsheet_cells
   WHERE name GLOB 'budget-report[0-9][0-9][0-9][0-9][0-9][0-9]!budget-*';

INSERT INTO reflect_budgets (id, month, category, carryover)
  SELECT substr(name, 14, 4) || '-' || substr(name, 18, 2) || '-' || substr(name, 31),
         CAST(substr(name, 14, 6) AS INTEGER), substr(name, 31),
         expr IN ('true', '1')
    FROM spreadsheet_cells
   WHERE name GLOB 'budget-report[0-9][0-9][0-9][0-9][0-9][0-9]!carryover-*'
      ON CONFLICT (id) DO UPDATE SET carryover = excluded.carryover;

INSERT OR IGNORE INTO notes (id, note)
  SELECT substr(name, 7), CASE WHEN json_valid(expr) THEN json_extract(expr, '$') ELSE expr END
    FROM spreadsheet_cells
   WHERE name GLOB 'notes!*';

DROP TABLE spreadsheet_cells;
