ALTER TABLE custom_reports ADD COLUMN show_trend_lines INTEGER DEFAULT 0;
