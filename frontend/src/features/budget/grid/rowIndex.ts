/** The titles of the columns and the totals of the envelopes. */
export const HEAD_ROWS = 2;

/** The place of a row among all rows, head included, for `aria-rowindex`. */
export const ariaRow = (index: number) => index + 1 + HEAD_ROWS;
