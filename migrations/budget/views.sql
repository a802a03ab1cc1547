-- Views that programs of this file format look for in an exported budget. A budget that is open
-- has none: queries read the tables. Programs that make their own views replace these, because the
-- export records no hash of them.
DROP VIEW IF EXISTS v_transactions;
DROP VIEW IF EXISTS v_transactions_internal_alive;
DROP VIEW IF EXISTS v_transactions_internal;
DROP VIEW IF EXISTS v_schedules;
DROP VIEW IF EXISTS v_payees;
DROP VIEW IF EXISTS v_categories;
DELETE FROM __meta__ WHERE key = 'view-hash';

CREATE VIEW v_categories AS
SELECT id, name, is_income, hidden, cat_group AS "group", goal_def, cleanup_def,
       template_settings, sort_order, tombstone
  FROM categories;

-- A transfer payee has the name of its account, and is left out once that is deleted.
CREATE VIEW v_payees AS
SELECT p.id, ifnull(a.name, p.name) AS name, p.transfer_acct, p.tombstone, p.favorite,
       p.learn_categories
  FROM payees p
  LEFT JOIN accounts a ON a.id = p.transfer_acct AND a.tombstone = 0
 WHERE p.transfer_acct IS NULL OR a.id IS NOT NULL;

-- Payee, account, amount and date come from the first fitting conditions of the schedule's rule.
CREATE VIEW v_schedules AS
WITH conditions AS (
  SELECT r.id AS rule, c.key AS place,
         json_extract(r.conditions, c.fullkey || '.field') AS field,
         json_extract(r.conditions, c.fullkey || '.op') AS op,
         json_extract(r.conditions, c.fullkey || '.value') AS value
    FROM rules r,
         json_each(CASE WHEN json_valid(r.conditions) THEN r.conditions ELSE '[]' END) c
)
SELECT s.id, s.name, s.rule,
       (SELECT CASE WHEN n.local_next_date_ts = n.base_next_date_ts
                    THEN n.local_next_date ELSE n.base_next_date END
          FROM schedules_next_date n
         WHERE n.schedule_id = s.id
         ORDER BY n.base_next_date_ts DESC, n.id LIMIT 1) AS next_date,
       s.completed, s.posts_transaction, s.custom_upcoming_length, s.tombstone, s.sort_order,
       (SELECT m.targetId FROM payee_mapping m
         WHERE m.id = (SELECT c.value FROM conditions c
                        WHERE c.rule = s.rule AND c.field IN ('description', 'payee')
                          AND c.op = 'is'
                        ORDER BY c.place LIMIT 1)) AS _payee,
       (SELECT c.value FROM conditions c
         WHERE c.rule = s.rule AND c.field IN ('acct', 'account') AND c.op = 'is'
         ORDER BY c.place LIMIT 1) AS _account,
       (SELECT c.value FROM conditions c
         WHERE c.rule = s.rule AND c.field = 'amount' AND c.op IN ('is', 'isapprox', 'isbetween')
         ORDER BY c.place LIMIT 1) AS _amount,
       (SELECT c.op FROM conditions c
         WHERE c.rule = s.rule AND c.field = 'amount' AND c.op IN ('is', 'isapprox', 'isbetween')
         ORDER BY c.place LIMIT 1) AS _amountOp,
       (SELECT c.value FROM conditions c
         WHERE c.rule = s.rule AND c.field = 'date' AND c.op IN ('is', 'isapprox')
         ORDER BY c.place LIMIT 1) AS _date,
       r.conditions AS _conditions, r.actions AS _actions,
       EXISTS (SELECT 1
                 FROM json_each(CASE WHEN json_valid(r.actions) THEN r.actions ELSE '[]' END) a
                WHERE json_extract(r.actions, a.fullkey || '.options.splitIndex') > 0)
         AS _has_splits
  FROM schedules s
  LEFT JOIN rules r ON r.id = s.rule;

-- Deleted rows are there. Rows without a day or account, and parts without a parent, are not.
CREATE VIEW v_transactions_internal AS
SELECT t.id, t.isParent AS is_parent, t.isChild AS is_child,
       CASE WHEN t.isChild = 0 THEN NULL ELSE t.parent_id END AS parent_id,
       t.acct AS account,
       CASE WHEN t.isParent = 1 THEN NULL ELSE c.transferId END AS category,
       ifnull(t.amount, 0) AS amount, p.targetId AS payee, t.notes, t.date,
       t.financial_id AS imported_id, t.error, t.imported_description AS imported_payee,
       t.starting_balance_flag, t.transferred_id AS transfer_id, t.sort_order, t.cleared,
       t.reconciled, t.tombstone, t.schedule, t.raw_synced_data
  FROM transactions t
  LEFT JOIN category_mapping c ON c.id = t.category
  LEFT JOIN payee_mapping p ON p.id = t.description
 WHERE t.date IS NOT NULL AND t.acct IS NOT NULL
   AND (t.isChild = 0 OR t.parent_id IS NOT NULL);

CREATE VIEW v_transactions_internal_alive AS
SELECT t.*
  FROM v_transactions_internal t
 WHERE ifnull(t.tombstone, 0) = 0
   AND (t.is_child = 0
        OR (t.is_child = 1 AND EXISTS (
          SELECT 1 FROM transactions p WHERE p.id = t.parent_id AND ifnull(p.tombstone, 0) = 0)));

-- As people see them: what is deleted is not named.
CREATE VIEW v_transactions AS
SELECT t.id, t.is_parent, t.is_child, t.parent_id, a.id AS account, c.id AS category, t.amount,
       p.id AS payee, t.notes, t.date, t.imported_id, t.error, t.imported_payee,
       t.starting_balance_flag, t.transfer_id, t.sort_order, t.cleared, t.reconciled, t.tombstone,
       t.schedule, t.raw_synced_data
  FROM v_transactions_internal_alive t
  LEFT JOIN accounts a ON a.id = t.account AND a.tombstone = 0
  LEFT JOIN categories c ON c.id = t.category AND c.tombstone = 0
  LEFT JOIN payees p ON p.id = t.payee AND p.tombstone = 0
 ORDER BY t.date DESC, t.starting_balance_flag, t.sort_order DESC, t.id;
