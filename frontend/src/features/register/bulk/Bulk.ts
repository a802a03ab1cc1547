/** The commands of the selection bar and its keys; each is one undo step. */

import { askFirst } from '@/components/AlertDialog';
import { clearSelection } from '@/components/grid/selection';
import { fetchEntries, writeBatch } from '@/domain/transactions/api';
import {
  type BulkField,
  clears,
  duplicated,
  joined,
  type LeftOut,
  leftOut,
  removeSelected,
  setCleared,
  setField,
} from '@/domain/transactions/bulk';
import { type CellValue, cellValue } from '@/domain/transactions/edits';
import { takesCategory } from '@/domain/transactions/names';
import { type NewPayee, NewPayees } from '@/domain/transactions/newPayees';
import { run } from '@/domain/transactions/run';
import type { SelectedRow } from '@/domain/transactions/selection';
import type { Batch } from '@/domain/transactions/splits';
import type { Entry, Transaction } from '@/domain/transactions/transaction';
import { addFilter } from '@/domain/transactions/view';
import { subjectOf, wordsOf } from '@/domain/transactions/writes';
import type { StepName } from '@/generated/contract';
import { confirmStep } from '@/lib/history/confirmStep';
import { step, stepText } from '@/lib/history/steps';
import { newId } from '@/lib/ids/newId';
import { nextTask, whileBusy } from '@/lib/notices/busy';
import { notify } from '@/lib/notices/notices';
import { tell } from '@/lib/notices/tell';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { openEditField } from '../editField';
import type { RegisterController } from '../grid/RegisterController';
import { refusedTooMany } from './tooMany';

/** More rows than this are not deleted without a question. */
const MANY_ROWS = 20;
const NOTICE = 'register-bulk';

const FIELD_STEPS = {
  date: 'changedDates',
  account: 'changedAccounts',
  payee: 'changedPayees',
  notes: 'changedNotesOfSome',
  amount: 'changedAmounts',
} as const satisfies Record<Exclude<BulkField, 'category'>, string>;

/** A change to the selected transactions and the name of its undo step. */
interface Decided {
  /** What to write for some of them, of which `before` come before. */
  batch: (some: readonly Entry[], before: number) => Batch;
  step: StepName;
  newPayees?: readonly NewPayee[];
  /** Why some or all stay as they are. */
  leftOut?: string;
}

/** So many transactions are decided at once that it holds nothing up. */
const DECIDED_AT_ONCE = 2_000;

export class Bulk {
  private readonly grid: RegisterController;
  /** Whether a change is under way: the next one would be decided on rows that are not so any more. */
  private isBusy = false;

  constructor(grid: RegisterController) {
    this.grid = grid;
  }

  private get rows(): ReadonlyMap<string, SelectedRow> {
    return this.grid.model.selection.getState().rows;
  }

  /** Lists only the selected transactions. */
  show(): void {
    const ids = [...this.rows.keys()];
    if (ids.length === 0) return;
    addFilter(this.grid.model.view, {
      condition: null,
      name: registerTexts.selectedOnly(ids.length),
      expressions: [{ id: { $oneof: ids } }],
    });
  }

  /** Asks for a value and sets it for all of them, or calls `giveUp`. */
  edit(field: BulkField, giveUp = () => {}): void {
    if (this.rows.size === 0 || this.grid.editing.refusedOffline()) return;
    const set = (value: CellValue) =>
      this.unlessLocked('changed', () => this.set(field, value), giveUp);
    const start = this.valueOfOne(field);
    openEditField(field, set, { start, count: this.rows.size, onCancel: giveUp });
  }

  /** The value of a field if exactly one transaction is selected. */
  private valueOfOne(field: BulkField): CellValue {
    const [id, ...others] = this.rows.keys();
    const row = id === undefined || others.length > 0 ? undefined : this.grid.model.list.row(id);
    return row ? cellValue(row, field) : null;
  }

  async toggleCleared(): Promise<void> {
    const { list } = this.grid.model;
    const [only, ...others] = this.rows.keys();
    const row = only === undefined || others.length > 0 ? undefined : list.row(only);
    // Asks before unlocking a reconciled transaction.
    if (row?.reconciled) return this.grid.editing.toggleCleared(row);
    await this.write((entries) => {
      const cleared = clears(entries);
      const count = entries.length;
      return {
        batch: (some) => setCleared(some, cleared),
        step: step(cleared ? 'clearedSome' : 'unclearedSome', { count }),
      };
    });
  }

  async duplicate(): Promise<void> {
    if ([...this.rows.values()].some(({ is_child }) => is_child)) return;
    const now = Date.now();
    await this.write((entries) => ({
      batch: (some, before) => duplicated(some, newId, now - before),
      step: step('duplicatedSome', { count: entries.length }),
    }));
  }

  /** Deletes them, at once or after a question; `giveUp` is called when it is denied. */
  remove(giveUp = () => {}): void {
    const count = this.rows.size;
    if (count === 0 || this.grid.editing.refusedOffline()) return;
    const remove = async () => {
      const ids = new Set(this.rows.keys());
      const batch = (some: readonly Entry[]) => removeSelected(some, ids);
      const isDone = await this.write((entries) => {
        const only = count === 1 ? entries.find(({ row }) => ids.has(row.id)) : undefined;
        const named = only
          ? step('deletedTransaction', { what: subjectOf(only.row, this.grid.model) })
          : step('deletedSome', { count });
        return { batch, step: named };
      });
      if (!isDone) return;
      clearSelection(this.grid.model.selection);
      this.grid.returnFocus();
    };
    if (count > MANY_ROWS) {
      const words = this.lockedWords('deleted') || registerTexts.canUndo;
      const choice = {
        text: commonTexts.delete,
        act: () => void remove(),
        look: 'danger',
      } as const;
      askFirst(registerTexts.deleteSome(count), words, choice, giveUp);
    } else this.unlessLocked('deleted', remove, giveUp);
  }

  private async set(field: BulkField, value: CellValue): Promise<void> {
    const payees = new NewPayees(this.grid.model.data.payees);
    const known = field === 'payee' ? payees.idOf(value as string | null) : value;
    const ids = new Set(this.rows.keys());
    const { data } = this.grid.model;
    const change = {
      ...{ field, value: known, now: Date.now() },
      takesCategory: (row: Transaction) => takesCategory(row, data),
    };
    await this.write((entries) => {
      const left = leftOut(entries, ids, change);
      const count = ids.size - left.splits - left.others;
      return {
        batch: (some) => setField(some, ids, change),
        step: this.fieldStep(field, known, count),
        newPayees: payees.made,
        leftOut: leftOutWords(left),
      };
    });
    this.grid.returnFocus();
  }

  private fieldStep(field: BulkField, value: CellValue, count: number): StepName {
    if (field !== 'category') return step(FIELD_STEPS[field], { count });
    const category = wordsOf(field, value, this.grid.model);
    return category
      ? step('categorizedSome', { count, category })
      : step('uncategorizedSome', { count });
  }

  /** Does something to the selected transactions in one step, and says so while it takes long. */
  private async write(decide: (entries: readonly Entry[]) => Decided): Promise<boolean> {
    const ids = [...this.rows.keys()];
    if (ids.length === 0 || this.grid.editing.refusedOffline()) return false;
    if (refusedTooMany(ids.length, 'changed')) return false;
    if (this.isBusy) {
      tell(registerTexts.stillBusy);
      return false;
    }
    this.isBusy = true;
    try {
      return await whileBusy(registerTexts.changingSome(ids.length), this.carryOut(ids, decide));
    } finally {
      this.isBusy = false;
    }
  }

  /** Reads the rows as they are now, decides, and writes. */
  private async carryOut(
    ids: readonly string[],
    decide: (entries: readonly Entry[]) => Decided,
  ): Promise<boolean> {
    const reading = fetchEntries(ids);
    if (!(await run(reading))) return false;
    const entries = await reading;
    const { batch: decideSome, step: named, newPayees, leftOut } = decide(entries);
    const batches: Batch[] = [];
    for (let at = 0; at < entries.length; at += DECIDED_AT_ONCE) {
      if (at > 0) await nextTask();
      batches.push(decideSome(entries.slice(at, at + DECIDED_AT_ONCE), at));
    }
    const batch = joined(batches);
    const { added, updated, deleted } = batch;
    const changes = added.length + updated.length + deleted.length > 0;
    const isDone = changes && (await run(writeBatch(batch, named, newPayees)));
    if (isDone) confirmStep(named, leftOut ? `${stepText(named)}. ${leftOut}` : undefined);
    else if (leftOut && !changes) notify({ id: NOTICE, type: 'message', message: leftOut });
    else if (!changes) tell(registerTexts.nothingToChange);
    return isDone;
  }

  /** Asks first when any of the rows is reconciled. */
  private unlessLocked(
    done: 'changed' | 'deleted',
    act: () => Promise<void>,
    giveUp: () => void,
  ): void {
    const words = this.lockedWords(done);
    const choice = { text: registerTexts.proceed, act: () => void act() };
    if (words === '') void act();
    else askFirst(registerTexts.reconciledTransactions, words, choice, giveUp);
  }

  private lockedWords(done: 'changed' | 'deleted'): string {
    const locked = [...this.rows.values()].filter(({ reconciled }) => reconciled).length;
    return locked === 0 ? '' : registerTexts.locked[done](locked);
  }
}

/** Why rows were left out of a change of category; empty if none was. */
function leftOutWords({ splits, others }: LeftOut): string {
  const words = [];
  if (splits > 0) words.push(registerTexts.skippedSplits(splits));
  if (others > 0) words.push(registerTexts.skippedOthers(others));
  return words.join(' ');
}
