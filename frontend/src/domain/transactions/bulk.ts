/** Changes of several transactions at once, decided on the rows as they are. */
import type { ColumnId } from './columnId';
import type { TakesCategory } from './editable';
import { type CellValue, fieldsOf } from './edits';
import { type Batch, changeRow, differenceOf, removeRow, type Split } from './splits';
import type { Transaction } from './transaction';

/** What can be set for all selected transactions. */
export type BulkField = Extract<
  ColumnId,
  'account' | 'payee' | 'notes' | 'category' | 'date' | 'amount'
>;

export function joined(batches: readonly Batch[]): Batch {
  return {
    added: batches.flatMap(({ added }) => added),
    updated: batches.flatMap(({ updated }) => updated),
    deleted: batches.flatMap(({ deleted }) => deleted),
  };
}

/** The selected rows of a split, the parent first. */
function chosen({ row, children }: Split, ids: ReadonlySet<string>): Transaction[] {
  return [row, ...children].filter(({ id }) => ids.has(id));
}

/** A value for all selected transactions. */
export interface FieldChange {
  field: BulkField;
  value: CellValue;
  /** The sort order of what is entered now. */
  now: number;
  takesCategory: TakesCategory;
}

/** Account and date are set on the whole split, categories on its lines. */
function takes(row: Transaction, { field, takesCategory }: FieldChange): boolean {
  if (field === 'account' || field === 'date') return !row.is_child;
  return field !== 'category' || (!row.is_parent && takesCategory(row));
}

export function setField(
  entries: readonly Split[],
  ids: ReadonlySet<string>,
  change: FieldChange,
): Batch {
  const { field, value, now } = change;
  const batches = entries.map((entry) => {
    const rows = chosen(entry, ids).filter((row) => takes(row, change));
    const after = rows.reduce(
      (split, row) => changeRow(split, row.id, fieldsOf(row, field, value, now)),
      entry,
    );
    return rows.length === 0 ? { added: [], updated: [], deleted: [] } : differenceOf(entry, after);
  });
  return joined(batches);
}

/** Selected rows that take no category: splits of which no part is selected, and others. */
export interface LeftOut {
  splits: number;
  others: number;
}

/** Which of the selected rows keep what they have, because the field is not theirs. */
export function leftOut(
  entries: readonly Split[],
  ids: ReadonlySet<string>,
  change: FieldChange,
): LeftOut {
  const left = { splits: 0, others: 0 };
  if (change.field !== 'category') return left;
  for (const entry of entries) {
    const [first, ...others] = chosen(entry, ids);
    if (first?.is_parent && others.length === 0) left.splits += 1;
    const untaken = chosen(entry, ids).filter((row) => !row.is_parent && !takes(row, change));
    left.others += untaken.length;
  }
  return left;
}

/** Whether all are to be marked as cleared; not so when every one of them is. Locked ones stay. */
export function clears(entries: readonly Split[]): boolean {
  return entries.some(({ row }) => !row.reconciled && !row.cleared);
}

/** Marks all but the locked ones as cleared, or as not cleared. */
export function setCleared(entries: readonly Split[], cleared: boolean): Batch {
  const open = entries.filter(({ row }) => !row.reconciled);
  const change = (entry: Split) => differenceOf(entry, changeRow(entry, entry.row.id, { cleared }));
  return joined(open.map(change));
}

export function removeSelected(entries: readonly Split[], ids: ReadonlySet<string>): Batch {
  const batches = entries.map((entry) => {
    let after: Split | null = entry;
    for (const { id } of chosen(entry, ids)) after = after && removeRow(after, id);
    return differenceOf(entry, after);
  });
  return joined(batches);
}

/** Copies whole transactions; a copy is new, so it is neither cleared nor linked to anything. */
export function duplicated(entries: readonly Split[], makeId: () => string, now: number): Batch {
  const added = entries.flatMap(({ row, children }, at) => {
    const parent = copyOf(row, makeId(), now - at);
    return [
      parent,
      ...children.map((child) => ({
        ...copyOf(child, makeId(), child.sort_order ?? 0),
        parent_id: parent.id,
      })),
    ];
  });
  return { added, updated: [], deleted: [] };
}

function copyOf(row: Transaction, id: string, sort_order: number): Transaction {
  const { date, account, amount, payee, category, notes, is_parent, is_child, error } = row;
  return {
    ...{ id, sort_order, date, account, amount, payee, category, notes },
    ...{ is_parent, is_child, error, parent_id: null, transfer_id: null, schedule: null },
    ...{ cleared: false, reconciled: false, starting_balance_flag: false },
  };
}
