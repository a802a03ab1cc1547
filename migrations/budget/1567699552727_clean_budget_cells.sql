-- Only what the person set is kept; computed cells can always be made again.
DELETE FROM spreadsheet_cells
 WHERE name NOT GLOB '*!budget[_-]*'
   AND name NOT GLOB '*!carryover[_-]*'
   AND name NOT GLOB '*!buffered'
   AND name NOT GLOB 'notes!*';

UPDATE OR REPLACE spreadsheet_cells
   SET name = replace(name, '_', '-')
 WHERE name GLOB '*!budget_*' OR name GLOB '*!carryover_*';
