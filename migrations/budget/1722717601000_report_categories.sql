-- A report that chose some categories, not all, now says so in a condition.
UPDATE custom_reports
   SET conditions = json_insert(
         CASE WHEN json_valid(conditions) AND json_type(conditions) = 'array'
              THEN conditions ELSE '[]' END,
         '$[#]',
         json_object('field', 'category', 'op', 'oneOf', 'type', 'id', 'value',
           (SELECT json_group_array(json_extract(value, '$.id'))
              FROM json_each(selected_categories))))
 WHERE json_valid(selected_categories)
   AND json_type(selected_categories) = 'array'
   AND json_array_length(selected_categories) > 0
   AND json_array_length(selected_categories)
       < (SELECT count(*) FROM categories WHERE tombstone = 0);

UPDATE custom_reports SET selected_categories = NULL;
