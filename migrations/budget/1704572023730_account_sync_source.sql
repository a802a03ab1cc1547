ALTER TABLE accounts ADD COLUMN account_sync_source TEXT;
