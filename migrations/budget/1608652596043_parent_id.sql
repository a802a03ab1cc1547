ALTER TABLE transactions ADD COLUMN parent_id TEXT;

-- The oldest split children carry their parent in the id, as parent/child.
UPDATE transactions
   SET parent_id = substr(id, 1, instr(id, '/') - 1)
 WHERE isChild = 1 AND instr(id, '/') > 0;

CREATE INDEX trans_parent_id ON transactions(parent_id);
