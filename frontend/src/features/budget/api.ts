/** The calls of the budget screen. Every write names its undo step; components import from here. */

import type { BudgetType, CategoryGroup, Month, StepName } from '@/generated/contract';
import { CATEGORIES_KEY } from '@/lib/categories/categories';
import { send } from '@/lib/connection/backend';
import { confirmStep, STEP_NOTICE } from '@/lib/history/confirmStep';
import { step, stepText } from '@/lib/history/steps';
import { showAhead } from '@/lib/lists/showAhead';
import { saveNote } from '@/lib/notes/notes';
import { dismissNotice } from '@/lib/notices/notices';
import { tell } from '@/lib/notices/tell';
import { runQuery } from '@/lib/query/query';
import { monthSheet } from '@/lib/sheet/names';
import { optimistic } from '@/lib/sheet/sheet';
import { carryoverCell, categoryCell } from './model/cells';
import { applyMove, type Move } from './model/reorder';

/** A category or group with the name that its undo step shows. */
export interface Named {
  id: string;
  name: string;
}

export type ItemKind = 'group' | 'category';
type Item = Named & { kind: ItemKind };

export interface AmountChange {
  category: Named;
  month: Month;
  cents: number;
}

/** Sets a budgeted amount; it shows at once, totals follow with the backend's response. */
export function setAmount({ category, month, cents }: AmountChange): Promise<unknown> {
  const named = settingOf({ category, month, cents });
  const args = { month, category: category.id, amount: cents };
  const write = send('budget/budget-amount', args, { step: named });
  return optimistic(monthSheet(month), categoryCell('budgeted', category.id), cents, write);
}

/** Confirms a budgeted amount that was set, and offers to undo it. */
export function confirmAmount(change: AmountChange): void {
  confirmStep(settingOf(change));
}

function settingOf({ category, month, cents }: AmountChange): StepName {
  return step('budgeted', { amount: cents, category: category.name, month });
}

export function setCarryover(category: Named, startMonth: Month, flag: boolean): Promise<unknown> {
  const named = step(flag ? 'carriedOver' : 'stoppedCarryingOver', {
    category: category.name,
    month: startMonth,
  });
  const args = { startMonth, category: category.id, flag };
  const write = send('budget/set-carryover', args, { step: named });
  return done(optimistic(monthSheet(startMonth), carryoverCell(category.id), flag, write), named);
}

export function createGroup(name: string): Promise<string> {
  const named = step('addedGroup', { name });
  return done(send('category-group-create', { name }, { step: named }), named);
}

export function createCategory(name: string, group: CategoryGroup): Promise<string> {
  const args = { name, groupId: group.id, isIncome: group.is_income };
  const named = step('addedCategory', { name, group: group.name });
  return done(send('category-create', args, { step: named }), named);
}

export function renameItem(item: Item, name: string): Promise<unknown> {
  return updateItem(item, { name }, step('renamed', { from: item.name, to: name }));
}

export function hideItem(item: Item, hidden: boolean): Promise<unknown> {
  return updateItem(item, { hidden }, step(hidden ? 'hid' : 'showed', { name: item.name }));
}

function updateItem(
  { id, kind }: Item,
  fields: { name?: string; hidden?: boolean },
  named: StepName,
): Promise<unknown> {
  const update = (thing: Named) => (thing.id === id ? { ...thing, ...fields } : thing);
  const call = kind === 'group' ? 'category-group-update' : 'category-update';
  const write = onTree(send(call, { id, ...fields }, { step: named }), (groups) =>
    groups.map((group) => ({
      ...(kind === 'group' ? (update(group) as CategoryGroup) : group),
      categories:
        kind === 'group'
          ? group.categories
          : (group.categories.map(update) as CategoryGroup['categories']),
    })),
  );
  return done(write, named);
}

/** Moves a category or group; the message says where it is now. */
export function moveItem(move: Move, name: string, message: string): Promise<unknown> {
  const named = step('moved', { name });
  const { id, groupId, targetId } = move;
  const write =
    move.kind === 'group'
      ? send('category-group-move', { id, targetId }, { step: named })
      : send('category-move', { id, groupId: groupId ?? '', targetId }, { step: named });
  return done(
    onTree(write, (groups) => applyMove(groups, move)),
    named,
    message,
  );
}

/** Deletes a category or group; what it holds goes to `transferId` when one is given. */
export function deleteItem(item: Item, transferId: string | null): Promise<unknown> {
  const call = item.kind === 'group' ? 'category-group-delete' : 'category-delete';
  const named = step('deleted', { name: item.name });
  return done(send(call, { id: item.id, transferId }, { step: named }), named);
}

/**
 * How many transactions, lines of splits among them, need another category when these are deleted;
 * null if nothing would be lost. A category with a budget alone has none and needs one, too.
 */
export async function countToTransfer(categoryIds: readonly string[]): Promise<number | null> {
  const answers = await Promise.all(
    categoryIds.map((id) => send('must-category-transfer', { id })),
  );
  if (!answers.some(Boolean)) return null;
  return runQuery<number>({
    table: 'transactions',
    tableOptions: { splits: 'inline' },
    filterExpressions: [{ category: { $oneof: categoryIds } }],
    selectExpressions: [{ result: { $count: '*' } }],
    calculation: true,
  });
}

export function saveItemNote({ id, name }: Named, note: string): Promise<unknown> {
  return saveNote(id, note, step('changedNote', { name }));
}

export function saveMonthNote(month: Month, note: string): Promise<unknown> {
  return saveNote(monthNote(month), note, step('changedMonthNote', { month }));
}

/** The id of a month's note. */
export const monthNote = (month: Month) => `budget-${month}`;

/** Switching is no step that can be undone; the same button switches back. */
export async function setBudgetType(type: BudgetType): Promise<void> {
  const named = step(type === 'report' ? 'switchedToTracking' : 'switchedToEnvelopes', {});
  await send('budget-set-type', { type });
  dismissNotice(STEP_NOTICE);
  tell(stepText(named) ?? '');
}

/** Shows what a step did once it is written. */
async function done<T>(write: Promise<T>, named: StepName, message?: string): Promise<T> {
  const result = await write;
  confirmStep(named, message);
  return result;
}

/** Shows the tree as it will be. */
function onTree(
  write: Promise<unknown>,
  change: (groups: CategoryGroup[]) => CategoryGroup[],
): Promise<unknown> {
  return showAhead(CATEGORIES_KEY, write, change);
}
