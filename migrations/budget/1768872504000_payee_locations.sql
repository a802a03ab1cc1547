CREATE TABLE payee_locations
  (id TEXT PRIMARY KEY,
   payee_id TEXT,
   latitude REAL,
   longitude REAL,
   created_at INTEGER,
   tombstone INTEGER DEFAULT 0);

CREATE INDEX idx_payee_locations_payee_id ON payee_locations (payee_id);
CREATE INDEX idx_payee_locations_tombstone_payee_created
    ON payee_locations (tombstone, payee_id, created_at);
CREATE INDEX idx_payee_locations_geo_tombstone
    ON payee_locations (tombstone, latitude, longitude);
