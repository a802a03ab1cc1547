CREATE TABLE dashboard_pages
  (id TEXT PRIMARY KEY,
   name TEXT,
   tombstone INTEGER DEFAULT 0);

INSERT INTO dashboard_pages (id, name) VALUES ('eb74ace5-2296-54ee-a071-5fe45586b83d', 'Main');

ALTER TABLE dashboard ADD COLUMN dashboard_page_id TEXT;
UPDATE dashboard SET dashboard_page_id = 'eb74ace5-2296-54ee-a071-5fe45586b83d';
