ALTER TABLE schedules_next_date ADD COLUMN tombstone INTEGER DEFAULT 0;
