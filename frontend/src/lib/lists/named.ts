import { commonTexts } from '@/texts/common';

/** A row whose name never arrived, such as one that another program wrote badly, can still be found. */
export function named<Row extends { name: string }>(row: Row): Row {
  return row.name.trim() === '' ? { ...row, name: commonTexts.unnamed } : row;
}
