ALTER TABLE accounts ADD COLUMN sort_order REAL;
