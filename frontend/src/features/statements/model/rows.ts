/** The rows of the table "Transactions to import", and what happens to them. */
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { Becomes, FileRow, PreviewRow } from '@/generated/contract';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { SEPARATOR } from '@/texts/locale';
import { statementsTexts } from '@/texts/statements';
import { isReadable, type ReadRow } from '../api';

/** What happens to a row; null while it is not known yet. */
export type State = Becomes | 'problem' | 'leftOut' | null;

/** A row of the file with its id. */
export interface PlacedRow {
  /** The line it begins on, which stays the same however the file is read. */
  id: string;
  file: FileRow;
}

export interface StatementRow extends PlacedRow {
  state: State;
  /** The payee and category that it gets. */
  payee: string;
  category: string;
  /** Why, in words. */
  why: string;
}

interface Parts {
  rows: readonly PlacedRow[];
  /** What happens to rows, by their ids; null while it is not known. */
  previewed: ReadonlyMap<string, PreviewRow> | null;
  taken: ReadonlySet<string>;
  names: TransactionData | undefined;
  dateFormat: DateFormat;
}

/** Gives rows their ids. Those that begin on the same line are counted. */
export function placedRows(rows: readonly FileRow[]): PlacedRow[] {
  const counts = new Map<number, number>();
  return rows.map((file) => {
    const before = counts.get(file.line) ?? 0;
    counts.set(file.line, before + 1);
    return { id: before === 0 ? `${file.line}` : `${file.line}.${before}`, file };
  });
}

/** The rows that are taken at first: those that can be read, and are there once. */
export function takenAtFirst(rows: readonly PlacedRow[]): Set<string> {
  const usual = ({ file }: PlacedRow) => isReadable(file) && file.repeats === undefined;
  return new Set(rows.filter(usual).map(({ id }) => id));
}

/** The rows that are taken: the usual ones, but for those that a person changed. */
export function takenRows(
  rows: readonly PlacedRow[],
  changed: ReadonlyMap<string, boolean>,
): Set<string> {
  const taken = takenAtFirst(rows);
  if (changed.size === 0) return taken;
  for (const { id, file } of rows) {
    const isTaken = changed.get(id);
    if (isTaken === false) taken.delete(id);
    else if (isTaken && isReadable(file)) taken.add(id);
  }
  return taken;
}

/** The rows with these ids that can be read, in the order of the file. */
export function rowsOf(rows: readonly PlacedRow[], ids: ReadonlySet<string>) {
  const isWanted = (row: PlacedRow): row is PlacedRow & { file: ReadRow } =>
    ids.has(row.id) && isReadable(row.file);
  return rows.filter(isWanted);
}

/** The outcomes of rows that are no stored transaction: other rows do not depend on them. */
const ALONE: ReadonlySet<Becomes> = new Set(['new', 'deletedByRule']);

/**
 * Whether a preview of `asked` says what happens to the rows that are taken now. Leaving out a row
 * that is a stored transaction frees that one for another row.
 */
export function isCovered(
  taken: ReadonlySet<string>,
  asked: ReadonlySet<string>,
  previewed: ReadonlyMap<string, PreviewRow>,
): boolean {
  if (taken === asked) return true;
  const isAlone = (id: string) => ALONE.has(previewed.get(id)?.becomes ?? 'same');
  return (
    [...taken].every((id) => asked.has(id)) &&
    [...asked].every((id) => taken.has(id) || isAlone(id))
  );
}

export function statementRows(parts: Parts): StatementRow[] {
  return parts.rows.map((row) => rowOf(row, parts));
}

function rowOf({ id, file }: PlacedRow, parts: Parts): StatementRow {
  const base = { id, file, payee: file.payee ?? '', category: '' };
  if (file.problem !== undefined) return { ...base, state: 'problem', why: file.problem };
  if (!parts.taken.has(id)) {
    const why = file.repeats === undefined ? '' : statementsTexts.twice(file.repeats);
    return { ...base, state: 'leftOut', why };
  }
  const preview = parts.previewed?.get(id);
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
