ALTER TABLE schedules ADD COLUMN custom_upcoming_length TEXT DEFAULT NULL;
