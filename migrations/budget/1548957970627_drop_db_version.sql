DROP TABLE db_version;
