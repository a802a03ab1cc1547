-- The views made here by other programs are not part of the stored format.
CREATE INDEX trans_sorted
    ON transactions(date desc, starting_balance_flag, sort_order desc, id);
