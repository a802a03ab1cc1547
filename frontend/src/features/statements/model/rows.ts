/** The rows of the table "Transactions to import", and what happens to them. */
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { Becomes, FileRow, PreviewRow } from '@/generated/contract';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { SEPARATOR } from '@/texts/locale';
import { statementsTexts } from '@/texts/statements';
import { isReadable } from '../api';

/** What happens to a row; null while it is not known yet. */
export type State = Becomes | 'problem' | 'leftOut' | null;

export interface StatementRow {
  /** Its place in the file. */
  id: string;
  file: FileRow;
  state: State;
  /** The payee and category that it gets. */
  payee: string;
  category: string;
  /** Why, in words. */
  why: string;
}

interface Parts {
  rows: readonly FileRow[];
  /** What happens to the taken rows, by their places; null while it is not known. */
  previewed: ReadonlyMap<number, PreviewRow> | null;
  taken: ReadonlySet<string>;
  names: TransactionData | undefined;
  dateFormat: DateFormat;
}

/** The places of the rows that are taken at first: those that can be read, and are there once. */
export function takenAtFirst(rows: readonly FileRow[]): Set<string> {
  const usual = (row: FileRow) => isReadable(row) && row.repeats === undefined;
  return new Set(rows.flatMap((row, at) => (usual(row) ? [String(at)] : [])));
}

export function statementRows(parts: Parts): StatementRow[] {
  return parts.rows.map((file, at) => rowOf(file, at, parts));
}

function rowOf(file: FileRow, at: number, parts: Parts): StatementRow {
  const id = String(at);
  const base = { id, file, payee: file.payee ?? '', category: '' };
  if (file.problem !== undefined) return { ...base, state: 'problem', why: file.problem };
  if (!parts.taken.has(id)) {
    const why = file.repeats === undefined ? '' : statementsTexts.twice(file.repeats);
    return { ...base, state: 'leftOut', why };
  }
  const preview = parts.previewed?.get(at);
  if (!preview) return { ...base, state: null, why: '' };
  const { names } = parts;
  const payee = preview.newPayee ?? names?.payee.get(preview.payee ?? '')?.name ?? base.payee;
  const category = names?.categoryName.get(preview.category ?? '') ?? '';
  return { ...base, payee, category, state: preview.becomes, why: reasonOf(preview, parts) };
}

function reasonOf({ existing, because, newPayee }: PreviewRow, parts: Parts): string {
  if (!existing || !because) return newPayee ? statementsTexts.newPayee(newPayee) : '';
  const payee = parts.names?.payee.get(existing.payee ?? '')?.name ?? '';
  const day = formatDay(existing.date, parts.dateFormat);
  return statementsTexts.existing(day, payee, statementsTexts.because[because]);
}

export interface Counts {
  new: number;
  filled: number;
  there: number;
  problem: number;
  leftOut: number;
  /** Rows that an import would write. */
  written: number;
  /** Some rows are not known yet. */
  isOpen: boolean;
}

export function countsOf(rows: readonly StatementRow[]): Counts {
  const of = (...states: State[]) => rows.filter(({ state }) => states.includes(state)).length;
  const [added, filled] = [of('new'), of('filled')];
  return {
    new: added,
    filled,
    there: of('same', 'reconciled'),
    problem: of('problem'),
    leftOut: of('leftOut', 'deletedBefore', 'deletedByRule'),
    written: added + filled,
    isOpen: rows.some(({ state }) => state === null),
  };
}

/** The counts in words, those of nothing left out. */
export function countWords(counts: Counts): string {
  const { counts: words } = statementsTexts;
  const parts = (['new', 'filled', 'there', 'leftOut', 'problem'] as const)
    .filter((key) => counts[key] > 0)
    .map((key) => words[key](counts[key]));
  return parts.join(SEPARATOR);
}
