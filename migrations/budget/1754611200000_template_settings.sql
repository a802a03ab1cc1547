ALTER TABLE categories ADD COLUMN template_settings JSON DEFAULT '{"source": "notes"}';
