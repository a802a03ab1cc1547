UPDATE dashboard SET tombstone = 1 WHERE type IS NULL;
