ALTER TABLE rules ADD COLUMN conditions_op TEXT DEFAULT 'and';
