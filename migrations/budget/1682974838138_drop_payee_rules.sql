DROP TABLE payee_rules;
