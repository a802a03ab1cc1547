ALTER TABLE custom_reports ADD COLUMN trim_intervals INTEGER DEFAULT 0;
