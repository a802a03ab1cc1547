UPDATE custom_reports
   SET sort_by = CASE sort_by
         WHEN 'Descending' THEN 'desc'
         WHEN 'Ascending' THEN 'asc'
         WHEN 'Name' THEN 'name'
         WHEN 'Budget' THEN 'budget'
         ELSE sort_by END;
