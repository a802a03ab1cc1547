/** The titles of the columns. */
const HEAD_ROWS = 1;

/** The place of a row among all rows, head included, for `aria-rowindex`. */
export const ariaRow = (index: number) => index + 1 + HEAD_ROWS;
