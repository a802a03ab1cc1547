ALTER TABLE tags ADD COLUMN tombstone integer DEFAULT 0;
