-- The other half of a scheduled transfer belongs to the schedule too.
UPDATE transactions AS half
   SET schedule = (SELECT schedule FROM transactions WHERE id = half.transferred_id)
 WHERE half.schedule IS NULL
   AND half.transferred_id IN (SELECT id FROM transactions WHERE schedule IS NOT NULL);
