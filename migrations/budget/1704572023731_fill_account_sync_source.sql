UPDATE accounts SET account_sync_source = 'goCardless' WHERE account_id IS NOT NULL;
