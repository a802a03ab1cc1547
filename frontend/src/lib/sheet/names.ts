import type { Month } from '@/generated/contract';

/** The sheet of cells that belong to no month: account balances and counts. */
export const GLOBAL_SHEET = '__global';

/** 'budget202611' for '2026-11'. */
export function monthSheet(month: Month): string {
  return `budget${month.replace('-', '')}`;
}

/** '2026-11' for 'budget202611', or null for a sheet that is no month. */
export function sheetMonth(sheet: string): Month | null {
  const digits = /^budget(\d{4})(\d{2})$/.exec(sheet);
  return digits ? `${digits[1]}-${digits[2]}` : null;
}

/** The full name of a cell: 'budget202611!leftover-food'. */
export function cellName(sheet: string, name: string): string {
  return `${sheet}!${name}`;
}

/** The sheet and the short name of a full cell name. */
export function splitCellName(full: string): [sheet: string, name: string] {
  const at = full.indexOf('!');
  return [full.slice(0, at), full.slice(at + 1)];
}
