CREATE TABLE dashboard
  (id TEXT PRIMARY KEY,
   type TEXT,
   width INTEGER,
   height INTEGER,
   x INTEGER,
   y INTEGER,
   meta TEXT,
   tombstone INTEGER DEFAULT 0);

-- Fixed ids, so that two devices that bring the same file forward make the same cards.
INSERT INTO dashboard (id, type, width, height, x, y, meta) VALUES
('bbca8fd7-84d9-52cc-b9d4-d174b0d15f53', 'summary-card', 3, 2, 0, 0,
   '{"name":"Total Income (YTD)","content":"{\"type\":\"sum\",\"fontSize\":20}",'
   || '"timeFrame":{"start":"2024-01-01","end":"2024-12-31","mode":"yearToDate"},'
   || '"conditions":[{"field":"amount","op":"gt","value":0},{"field":"account",'
   || '"op":"onBudget","value":""},{"field":"transfer","op":"is","value":false}],'
   || '"conditionsOp":"and"}'),
('9f474d1d-b00b-582d-94a8-10fe2d60ffe9', 'summary-card', 3, 2, 3, 0,
   '{"name":"Total Expenses (YTD)","content":"{\"type\":\"sum\",\"fontSize\":20}",'
   || '"timeFrame":{"start":"2024-01-01","end":"2024-12-31","mode":"yearToDate"},'
   || '"conditions":[{"field":"amount","op":"lt","value":0},{"field":"account",'
   || '"op":"onBudget","value":""},{"field":"transfer","op":"is","value":false}],'
   || '"conditionsOp":"and"}'),
('fec58c3d-f696-543d-87bf-2dc166b4a9bd', 'summary-card', 3, 2, 6, 0,
   '{"name":"Avg Per Month","content":"{\"type\":\"avgPerMonth\",\"fontSize\":20}",'
   || '"timeFrame":{"start":"2024-01-01","end":"2024-12-31","mode":"yearToDate"},'
   || '"conditions":[{"field":"amount","op":"lt","value":0},{"field":"account",'
   || '"op":"onBudget","value":""},{"field":"transfer","op":"is","value":false}],'
   || '"conditionsOp":"and"}'),
('fa88d889-cf4e-5450-93c1-8e055c6d7c8f', 'summary-card', 3, 2, 9, 0,
   '{"name":"Avg Per Transaction","content":"{\"type\":\"avgPerTransact\",'
   || '\"fontSize\":20}","timeFrame":{"start":"2024-01-01","end":"2024-12-31",'
   || '"mode":"yearToDate"},"conditions":[{"field":"amount","op":"lt","value":0},'
   || '{"field":"account","op":"onBudget","value":""},{"field":"transfer","op":"is",'
   || '"value":false}],"conditionsOp":"and"}'),
('42e2c43a-cc63-50bf-8e03-cb988c7d0537', 'net-worth-card', 6, 2, 0, 2,
   NULL),
('223a74e5-5d74-5ece-b230-1193adc1108d', 'cash-flow-card', 6, 2, 6, 2,
   NULL),
('cf49fb43-cbc3-5ad0-972f-dbf77bd707ee', 'spending-card', 4, 2, 0, 5,
   '{"name":"This Month","mode":"single-month"}'),
('c5248386-9918-5f76-bf97-088d2999fe39', 'spending-card', 4, 2, 4, 5,
   '{"name":"Budget Overview","mode":"budget"}'),
('a3d0f8e2-8500-533c-8a3b-8035c0b470c2', 'spending-card', 4, 2, 8, 5,
   '{"name":"3-Month Average","mode":"average"}'),
('1f1ef7fa-649d-57dc-a009-eb718e959a1d', 'calendar-card', 8, 4, 0, 8,
   '{"name":"Transaction Calendar","timeFrame":{"start":"2024-01-01",'
   || '"end":"2024-03-31","mode":"sliding-window"},"conditions":[{"field":"transfer",'
   || '"op":"is","value":false}],"conditionsOp":"and"}'),
('515fc1a2-808a-5f3c-9242-dd3ef96d53e6', 'summary-card', 4, 2, 8, 8,
   '{"name":"Recent Net Worth Change","content":"{\"type\":\"sum\",'
   || '\"fontSize\":32}","timeFrame":{"start":"2024-01-01","end":"2024-03-31",'
   || '"mode":"sliding-window"},"conditions":[],"conditionsOp":"and"}'),
('3f13a8af-a7fd-59ce-83d8-0c1b266eb140', 'markdown-card', 4, 2, 8, 10,
   '{"content":"## Dashboard Tips\n\nYou can add new widgets or edit existing '
   || 'widgets by using the buttons at the top of the page. Choose a widget type and '
   || 'customize it to fit your needs.\n\n**Moving cards:** Drag any card by its '
   || 'header to reposition it.\n\n**Deleting cards:** Click the three-dot menu on any '
   || 'card and select \"Remove\"."}');

-- Reports made before there was a dashboard get a card each, three in a row below the others.
INSERT INTO dashboard (id, type, width, height, x, y, meta)
  SELECT 'report-' || id, 'custom-report', 4, 2, (place % 3) * 4, 14 + (place / 3) * 2,
         json_object('id', id)
    FROM (SELECT id, row_number() OVER (ORDER BY name, id) - 1 AS place
            FROM custom_reports WHERE tombstone = 0);
