UPDATE OR REPLACE preferences
   SET id = replace(id, 'csv-skip-lines-', 'csv-skip-start-lines-')
 WHERE id GLOB 'csv-skip-lines-*';
