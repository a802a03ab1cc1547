/**
 * Half-typed transactions: in the form above a register, in a cell of its grid, or in the form of
 * one transaction. The draft is saved on every change, so it survives however the form ends, even a
 * reload. If the transaction has changed elsewhere, the user chooses which version stays.
 */
import { useOpenFile } from '@/lib/files/openFile';
import { newId } from '@/lib/ids/newId';
import type { ColumnId } from './columnId';
import { type Directed, directionOf } from './direction';
import { type Draft, isEmptyDraft } from './draft';
import { type CellValue, cellValue, fieldsOf } from './edits';
import { changeRow, differenceOf, isEmptyBatch, type Split } from './splits';
import { rowsOf, type Transaction } from './transaction';
import type { ViewId } from './view';

/** One value of a transaction in the grid. */
export interface DraftCell {
  rowId: string;
  column: ColumnId;
}

export interface TransactionDraft extends Directed {
  /** Its own: one transaction may be half typed in several forms. */
  key: string;
  /** The budget it belongs to. */
  budget: string | null;
  /** The register it is typed in; null for the form of one transaction. */
  view: ViewId | null;
  /** What of it is typed in the grid of that register; null where it is all of it. */
  cell: DraftCell | null;
  /** The transaction as it was stored when its editing began; null for a new one. */
  base: Split | null;
  /** The transaction as it is stored now, where it differs and the user has to choose. */
  theirs: Split | null;
}

/** A draft of a new transaction, or of a stored one. */
export function beginDraft(
  draft: Draft,
  base: Split | null,
  view: ViewId | null = null,
): TransactionDraft {
  const budget = useOpenFile.getState().id;
  const direction = directionOf(draft.split.row);
  return { key: newId(), budget, view, cell: null, draft, direction, base, theirs: null };
}

export function editDraft(stored: Split): TransactionDraft {
  return beginDraft({ split: stored, followsParts: false }, stored);
}

/** The draft of a value that is typed into a cell; each cell has one. */
export function cellDraft(
  stored: Split,
  cell: DraftCell,
  value: CellValue,
  view: ViewId,
): TransactionDraft {
  const { row, children } = stored;
  const typedInto = rowIn(stored, cell.rowId) ?? row;
  const fields = fieldsOf(typedInto, cell.column, value, typedInto.sort_order ?? 0);
  const split = changeRow({ row, children }, cell.rowId, fields);
  const draft = { ...editDraft({ row, children }), draft: { split, followsParts: false } };
  return { ...draft, key: cellKey(cell), view, cell, direction: directionOf(split.row) };
}

export function cellKey({ rowId, column }: DraftCell): string {
  return `${rowId} ${column}`;
}

/** The value typed into the cell of a draft. */
export function typedValue({ draft, cell }: TransactionDraft): CellValue {
  const row = cell && rowIn(draft.split, cell.rowId);
  return row ? cellValue(row, cell.column) : null;
}

export function rowIn(split: Split, rowId: string): Transaction | undefined {
  return rowsOf(split).find(({ id }) => id === rowId);
}

/** Whether saving the draft would change anything. */
export function isChanged({ draft, base }: TransactionDraft): boolean {
  return base ? !isEmptyBatch(differenceOf(base, draft.split)) : !isEmptyDraft(draft);
}

/** Where the tab keeps its drafts over a reload. */
const STORAGE_KEY = 'sobre.drafts';

/** Ordered by when they were saved; the latest is last. */
let kept = recalled(useOpenFile.getState().id);
useOpenFile.subscribe(({ id }, before) => {
  if (id !== before.id) store(recalled(id));
});

/** A reload forgets all but the storage of the tab. */
function store(drafts: readonly TransactionDraft[]): void {
  kept = drafts;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(drafts));
  } catch {
    // Without storage a draft ends with the page.
  }
}

/** The drafts of a budget in the storage, which may hold anything. */
function recalled(budget: string | null): readonly TransactionDraft[] {
  try {
    const drafts: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    const isOurs = (it: Partial<TransactionDraft> | null) =>
      it?.budget === budget && it.draft?.split?.row !== undefined;
    return budget !== null && Array.isArray(drafts) ? drafts.filter(isOurs) : [];
  } catch {
    return [];
  }
}

/** Drafts kept of a transaction, or of new ones where `id` is null. */
export function keptDrafts(id: string | null): readonly TransactionDraft[] {
  return kept.filter(({ base }) => (base?.row.id ?? null) === id);
}

/** Drafts kept of a register: those typed there, and new ones of its account. */
export function draftsOfView(viewId: ViewId): readonly TransactionDraft[] {
  return kept.filter((draft) => viewOf(draft) === viewId);
}

/** The register a draft belongs to. */
export function viewOf({ view, base, draft }: TransactionDraft): ViewId | null {
  return view ?? (base ? null : draft.split.row.account);
}

/** Keeps a draft, if there is anything in it; returns whether there is. */
export function keepDraft(draft: TransactionDraft): boolean {
  forgetDraft(draft.key);
  const isKept = draft.budget === useOpenFile.getState().id && isChanged(draft);
  if (isKept) store([...kept, draft]);
  return isKept;
}

/** The draft was saved, or is not wanted. */
export function forgetDraft(key: string): void {
  if (kept.some((other) => other.key === key)) store(kept.filter((other) => other.key !== key));
}

/** Takes in how the transaction is stored now; `isTyping` says that a field holds more text. */
export function withStored(
  draft: TransactionDraft,
  stored: Split,
  isTyping: boolean,
): TransactionDraft {
  const { base } = draft;
  if (!base) return draft;
  const isSame = (a: Split, b: Split) => isEmptyBatch(differenceOf(a, b));
  if (isSame(base, stored) || isSame(draft.draft.split, stored)) {
    return { ...draft, base: stored, theirs: null };
  }
  return isTyping || isChanged(draft) ? { ...draft, theirs: stored } : takeTheirs(draft, stored);
}

/** Keeps the draft; saving it overwrites the version stored since. */
export function keepYours(draft: TransactionDraft): TransactionDraft {
  return { ...draft, base: draft.theirs ?? draft.base, theirs: null };
}

/** The stored transaction takes the place of the draft. */
export function takeTheirs(draft: TransactionDraft, stored = draft.theirs): TransactionDraft {
  return stored ? { ...editDraft(stored), key: draft.key, view: draft.view } : draft;
}
