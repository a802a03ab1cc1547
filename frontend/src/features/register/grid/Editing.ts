/** Editing cells of the grid: opening a field, taking what was typed, and going on from there. */

import type { CommitHow } from '@/components/pickers/field';
import { fetchEntries } from '@/domain/transactions/api';
import { askUnlock } from '@/domain/transactions/askUnlock';
import { noticeOf, offerDraft, offerLater } from '@/domain/transactions/draftNotices';
import {
  cellDraft,
  cellKey,
  forgetDraft,
  isChanged,
  keepDraft,
  rowIn,
  type TransactionDraft,
  typedValue,
} from '@/domain/transactions/drafts';
import { isEditable, nextEditable } from '@/domain/transactions/editable';
import { type CellValue, cellValue, fieldsOf } from '@/domain/transactions/edits';
import { noCategoryWords, takesCategory } from '@/domain/transactions/names';
import { tellLost } from '@/domain/transactions/run';
import { amountLeft, changeRow, type Split, splitRow } from '@/domain/transactions/splits';
import type { Entry, Transaction } from '@/domain/transactions/transaction';
import {
  saveCell,
  saveSplit,
  setCleared,
  subjectOf,
  unlock,
  wordsOf,
} from '@/domain/transactions/writes';
import type { StepName } from '@/generated/contract';
import { confirmStep } from '@/lib/history/confirmStep';
import { step, subjectText } from '@/lib/history/steps';
import { newId } from '@/lib/ids/newId';
import { dismissNotice } from '@/lib/notices/notices';
import { tell } from '@/lib/notices/tell';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { type ColumnId, columnOfSign } from '../model/columns';
import type { RegisterController } from './RegisterController';
import type { CellEdit, CellPlace } from './registerStore';

/** How an editor is opened. */
interface Opening {
  /** The key that opens it; it replaces the old value. */
  startText?: string | undefined;
  /** By a press on the cell, which opens a list of choices too. */
  byPointer?: boolean;
  /** The text typed there before. */
  draft?: TransactionDraft | undefined;
}

/** The notice about what was typed into a cell. */
const cellNotice = (place: CellPlace) => noticeOf(cellKey(place));

export class Editing {
  private readonly grid: RegisterController;
  /** Ends the watch over the row edited last. */
  private stopWatching = () => {};

  constructor(grid: RegisterController) {
    this.grid = grid;
  }

  /** Opens the field of a cell, once a reconciled transaction was unlocked. */
  open(place: CellPlace, { startText, byPointer = false, draft }: Opening = {}): void {
    const { model, store } = this.grid;
    const row = model.list.row(place.rowId);
    const entry = model.list.entry(place.rowId);
    if (!row || !entry || this.refusedOffline()) return;
    if (!isEditable(row, place.column, this.takesCategory)) {
      if (place.column === 'category' && !row.is_parent) tell(noCategoryWords(row, model));
      return;
    }
    if (this.isLocked(entry, () => this.open(place, { startText, byPointer, draft }))) return;
    this.grid.noteFocus(place);
    this.grid.scrollTo(model.list.lineOf(place.rowId) ?? -1);
    const base = (draft?.base && rowIn(draft.base, place.rowId)) ?? row;
    store.setState({ edit: { ...place, startText, byPointer, base } });
    if (draft) dismissNotice(noticeOf(draft.key));
  }

  private readonly takesCategory = (row: Transaction) => takesCategory(row, this.grid.model.data);

  /** Takes a value and goes where the key leads; true when the focus was taken care of. */
  commit(how: CommitHow, value: CellValue): boolean {
    const { model, store } = this.grid;
    const { edit } = store.getState();
    if (!edit) return false;
    const row = model.list.row(edit.rowId);
    const isChanged = value !== cellValue(row ?? edit.base, edit.column);
    const isLocked = model.list.entry(edit.rowId)?.row.reconciled;
    if (!row || (isChanged && isLocked)) {
      store.setState({ edit: null });
      if (isChanged) void this.saveLate(edit, value);
      // The editor is gone by then, and a question gives the keyboard back to the cell.
      if (how !== 'blur') queueMicrotask(() => this.focusCellOf(edit));
      return how !== 'blur';
    }
    if (how === 'enter' && this.leavesRest(row, edit.column, value)) {
      store.setState({ edit: null });
      void this.save(row, edit.column, value);
      this.grid.splitting.add(row.id);
      return true;
    }
    // Choose the next cell before saving, because the change may move this row.
    const go = this.wayFrom(row, edit.column, how);
    store.setState({ edit: null });
    void this.save(row, edit.column, value);
    go();
    return how !== 'blur';
  }

  /**
   * Saves to a row that left the list or was reconciled since its field was opened. Text that is not
   * saved comes back in a notice.
   */
  private async saveLate({ rowId, column }: CellEdit, value: CellValue): Promise<void> {
    const words = wordsOf(column, value, this.grid.model);
    const lose = (why: string) => tellLost(cellNotice({ rowId, column }), words, why);
    const read = await fetchEntries([rowId]).catch(() => null);
    const entry = read?.at(0);
    const row = entry && rowIn(entry, rowId);
    if (!entry || !row) {
      lose(read ? commonTexts.transactionDeleted : registerTexts.couldNotBeRead);
      return;
    }
    const save = () => void this.save(row, column, value, entry);
    if (!this.isLocked(entry, save, () => lose(registerTexts.wasReconciled))) save();
  }

  /** Whether this amount of the last part of a split leaves something for another one. */
  private leavesRest(row: Transaction, column: ColumnId, value: CellValue): boolean {
    const entry = this.grid.model.list.entry(row.id);
    if (!entry || entry.children.at(-1)?.id !== row.id) return false;
    const { amount } = fieldsOf(row, column, value, 0);
    if (amount === undefined) return false;
    const left = amountLeft(changeRow(entry, row.id, { amount }));
    // An amount that exceeds the whole needs correcting, not one more split line.
    return left !== 0 && Math.sign(left) === Math.sign(entry.row.amount);
  }

  /** Keeps what is typed until it is written, so that neither a refusal nor a reload loses it. */
  private async save(
    row: Transaction,
    column: ColumnId,
    value: CellValue,
    entry = this.grid.model.list.entry(row.id),
  ): Promise<void> {
    const { model } = this.grid;
    if (!entry) return;
    const draft = cellDraft(entry, { rowId: row.id, column }, value, model.viewId);
    keepDraft(draft);
    const done = await saveCell(row, column, value, model, entry);
    if (done === null) {
      offerDraft(draft, wordsOf(column, value, model), this.grid.goToDraft);
      return;
    }
    forgetDraft(draft.key);
    // An earlier offer to edit this cell again is out of date.
    dismissNotice(noticeOf(draft.key));
    if (done !== 'unchanged') this.tellIfGone(row.id, done);
  }

  /** A row that its edit takes out of a narrowed list leaves a word behind, and the way back. */
  private tellIfGone(rowId: string, done: StepName): void {
    const { list } = this.grid.model;
    this.stopWatching();
    const stop = list.listenSettled((ids) => {
      if (ids && !ids.has(rowId)) return;
      stop();
      if (!list.row(rowId)) confirmStep(done);
    });
    this.stopWatching = stop;
  }

  /** Opens the cell of a draft that was left, with what was typed there. */
  resume(draft: TransactionDraft): void {
    const { cell, base } = draft;
    const { list } = this.grid.model;
    if (!cell || !base) return;
    if (list.status === 'ready' && !list.row(cell.rowId)) return void tell(registerTexts.notInList);
    this.grid.whenThere(base.row.id, () => {
      if (base.row.id !== cell.rowId) this.grid.unfold(base.row.id);
      const startText = wordsOf(cell.column, typedValue(draft), this.grid.model);
      this.open(cell, { startText, draft });
    });
  }

  /** Offers what a reload kept from being written, unless it was written all the same. */
  offerLeft(draft: TransactionDraft): void {
    const { cell, base, key } = draft;
    if (!cell || !base) return;
    this.grid.whenThere(base.row.id, () => {
      const { model } = this.grid;
      const stored = model.list.entry(cell.rowId);
      const value = typedValue(draft);
      if (!stored || !isChanged(cellDraft(stored, cell, value, model.viewId))) forgetDraft(key);
      else offerLater(draft, wordsOf(cell.column, value, model), this.grid.goToDraft);
    });
  }

  /** The screen is taken down. */
  leave(): void {
    this.stopWatching();
  }

  cancel(): void {
    const { edit } = this.grid.store.getState();
    this.grid.store.setState({ edit: null });
    if (!edit) return;
    forgetDraft(cellKey(edit));
    this.focusCellOf(edit);
  }

  /** Puts the keyboard on the cell of an editor that was closed, if it is still in the list. */
  private focusCellOf({ rowId, column }: CellEdit): void {
    if (this.grid.model.list.lineOf(rowId) === null) this.grid.refocus();
    else this.grid.focus({ rowId, column });
  }

  /** Turns the edited transaction into a split and continues with the amount of its first line. */
  split(rowId: string): void {
    const { model, store } = this.grid;
    const entry = model.list.entry(rowId);
    store.setState({ edit: null });
    if (!entry || entry.row.is_parent || this.refusedOffline()) return;
    if (this.isLocked(entry, () => this.split(rowId))) return;
    const childId = newId();
    const named = step('split', { what: subjectOf(entry.row, model) });
    this.saveWithPart(entry, splitRow(entry, childId), named, childId);
  }

  /** Writes a split with a new line, which is there at once: its amount is typed next. */
  saveWithPart(entry: Entry, after: Split, named: StepName, partId: string): void {
    const { model, store } = this.grid;
    const written = saveSplit(entry, after, named, model.list);
    this.grid.unfold(entry.row.id);
    const left = amountLeft(entry) || entry.row.amount;
    this.open({ rowId: partId, column: this.amountColumn(left) });
    void written.then((isWritten) => {
      if (isWritten || store.getState().edit?.rowId !== partId) return;
      store.setState({ edit: null });
      this.grid.focus({ rowId: entry.row.id, column: 'category' });
    });
  }

  toggleCleared(row: Transaction): void {
    const { model } = this.grid;
    const entry = model.list.entry(row.id);
    if (!entry || this.refusedOffline()) return;
    if (!this.isLocked(entry, () => {})) void setCleared(entry, !entry.row.cleared, model);
  }

  /** The column that holds an amount of this sign. */
  amountColumn(amount: number): ColumnId {
    return this.grid.model.columns.isNarrow ? 'amount' : columnOfSign(amount);
  }

  /** True, with a word to the user, when nothing can be written now. */
  refusedOffline(): boolean {
    const { offline } = this.grid.model;
    if (offline) tell(commonTexts.offline);
    return offline;
  }

  /**
   * True for a reconciled transaction: asks whether to unlock it, then calls `then` if unlocked,
   * `otherwise` if not.
   */
  isLocked(entry: Entry, then: () => void, otherwise = () => {}): boolean {
    if (!entry.row.reconciled) return false;
    const { model } = this.grid;
    const open = async () => {
      if (await unlock(entry, model)) then();
      else otherwise();
    };
    askUnlock(subjectText(subjectOf(entry.row, model)), () => void open(), otherwise);
    return true;
  }

  private wayFrom(row: Transaction, column: ColumnId, how: CommitHow): () => void {
    const { model } = this.grid;
    if (how === 'blur') return () => {};
    if (how === 'mod-enter') return () => this.grid.focus({ rowId: row.id, column });
    const step = how === 'enter' || how === 'tab' ? 1 : -1;
    const line = model.list.lineOf(row.id) ?? 0;
    const beside = this.rowAt(line + step);
    if (how === 'enter' || how === 'shift-enter') {
      return () => this.grid.focus({ rowId: beside?.id ?? row.id, column });
    }
    const { takesCategory } = this;
    const next = nextEditable(row, column, model.columns.ids, step, takesCategory);
    if (next) return () => this.open({ rowId: row.id, column: next });
    const { ids } = model.columns;
    const edge = (step === 1 ? ids[0] : ids.at(-1)) as ColumnId;
    const first = beside && nextEditable(beside, edge, ids, step, takesCategory);
    return () => {
      // The amount is taken by then, so what is left of the split is known.
      if (how === 'tab' && this.isLastOfOpenSplit(row)) this.grid.splitting.enterPanel();
      else if (!beside || !first) this.grid.focus({ rowId: row.id, column });
      else this.open({ rowId: beside.id, column: first });
    };
  }

  /** Whether the tools that give away the rest of a split stand under this row. */
  private isLastOfOpenSplit(row: Transaction): boolean {
    const entry = this.grid.model.list.entry(row.id);
    return row.is_child && entry?.children.at(-1)?.id === row.id && amountLeft(entry) !== 0;
  }

  private rowAt(line: number): Transaction | undefined {
    const found = this.grid.model.list.line(line);
    if (found.kind === 'entry') return found.entry.row;
    return found.kind === 'child' ? found.row : undefined;
  }
}
