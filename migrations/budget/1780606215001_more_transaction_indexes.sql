CREATE INDEX idx_transactions_acct_tombstone ON transactions(acct, tombstone);
CREATE INDEX idx_transactions_schedule ON transactions(schedule);
