UPDATE preferences
   SET value = CASE WHEN value = 'report' THEN 'tracking' ELSE 'envelope' END
 WHERE id = 'budgetType';
