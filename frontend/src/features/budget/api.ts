/** The calls of the budget screen. Every write names its undo step; components import from here. */

import type { BudgetType, CategoryGroup, Month } from '@/generated/contract';
import { CATEGORIES_KEY } from '@/lib/categories/categories';
import { send } from '@/lib/connection/backend';
import { monthTitle } from '@/lib/format/dates';
import { stepDone } from '@/lib/history/stepDone';
import { lists } from '@/lib/lists/lists';
import { monthSheet } from '@/lib/sheet/names';
import { optimistic } from '@/lib/sheet/sheet';
import { budgetTexts } from '@/texts/budget';
import { carryoverCell, categoryCell } from './model/cells';
import { applyMove, type Move } from './model/reorder';

interface Named {
  id: string;
  name: string;
}

export type ItemKind = 'group' | 'category';
type Item = Named & { kind: ItemKind };

export interface AmountChange {
  category: Named;
  month: Month;
  cents: number;
  /** The amount in words of the open budget's number format, for the undo step. */
  text: string;
}

/** Sets a budgeted amount; the new value shows at once, sums follow with the backend's answer. */
export function setAmount({ category, month, cents, text }: AmountChange): Promise<unknown> {
  const label = budgetTexts.budgetedToIn(text, category.name, monthTitle(month));
  const args = { month, category: category.id, amount: cents };
  const write = send('budget/budget-amount', args, { label });
  return optimistic(monthSheet(month), categoryCell('budgeted', category.id), cents, write);
}

export function setCarryover(category: Named, startMonth: Month, flag: boolean): Promise<unknown> {
  const words = flag ? budgetTexts.rolledOver : budgetTexts.notRolledOver;
  const label = words(category.name, monthTitle(startMonth));
  const write = send(
    'budget/set-carryover',
    { startMonth, category: category.id, flag },
    { label },
  );
  return done(optimistic(monthSheet(startMonth), carryoverCell(category.id), flag, write), label);
}

export function createGroup(name: string): Promise<string> {
  const label = budgetTexts.addedGroup(name);
  return done(send('category-group-create', { name }, { label }), label);
}

export function createCategory(name: string, group: CategoryGroup): Promise<string> {
  const args = { name, groupId: group.id, isIncome: group.is_income };
  const label = budgetTexts.addedTo(name, group.name);
  return done(send('category-create', args, { label }), label);
}

export function renameItem(item: Item, name: string): Promise<unknown> {
  return updateItem(item, { name }, budgetTexts.renamed(item.name, name));
}

export function hideItem(item: Item, hidden: boolean): Promise<unknown> {
  return updateItem(
    item,
    { hidden },
    (hidden ? budgetTexts.hidItem : budgetTexts.showedItem)(item.name),
  );
}

function updateItem(
  { id, kind }: Item,
  fields: { name?: string; hidden?: boolean },
  label: string,
): Promise<unknown> {
  const update = (thing: Named) => (thing.id === id ? { ...thing, ...fields } : thing);
  const call = kind === 'group' ? 'category-group-update' : 'category-update';
  const write = onTree(send(call, { id, ...fields }, { label }), (groups) =>
    groups.map((group) => ({
      ...(kind === 'group' ? (update(group) as CategoryGroup) : group),
      categories:
        kind === 'group'
          ? group.categories
          : (group.categories.map(update) as CategoryGroup['categories']),
    })),
  );
  return done(write, label);
}

/** Moves a category or group; the message says where it is now. */
export function moveItem(move: Move, name: string, message: string): Promise<unknown> {
  const label = budgetTexts.moved(name);
  const { id, groupId, targetId } = move;
  const write =
    move.kind === 'group'
      ? send('category-group-move', { id, targetId }, { label })
      : send('category-move', { id, groupId: groupId ?? '', targetId }, { label });
  return done(
    onTree(write, (groups) => applyMove(groups, move)),
    label,
    message,
  );
}

/** Deletes a category or group; what it holds goes to `transferId` when one is given. */
export function deleteItem(item: Item, transferId: string | null): Promise<unknown> {
  const call = item.kind === 'group' ? 'category-group-delete' : 'category-delete';
  const label = budgetTexts.deleted(item.name);
  return done(send(call, { id: item.id, transferId }, { label }), label);
}

/** Whether something would be lost without a replacement category. */
export async function mustTransfer(categoryIds: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(
    categoryIds.map((id) => send('must-category-transfer', { id })),
  );
  return answers.some(Boolean);
}

export function saveNote(id: string, note: string, name: string): Promise<unknown> {
  return send('notes-save', { id, note }, { label: budgetTexts.changedNote(name) });
}

export function setBudgetType(type: BudgetType): Promise<unknown> {
  const label = budgetTexts.switchedTo(type);
  return done(send('budget-set-type', { type }, { label }), label);
}

/** Shows what a step did once it is written. */
async function done<T>(write: Promise<T>, label: string, message = label): Promise<T> {
  const result = await write;
  stepDone(label, message);
  return result;
}

/** Shows the tree as it will be; the backend's own list replaces it, and comes back on failure. */
async function onTree(
  write: Promise<unknown>,
  change: (groups: CategoryGroup[]) => CategoryGroup[],
): Promise<unknown> {
  lists.setQueryData<CategoryGroup[]>(CATEGORIES_KEY, (groups) => groups && change(groups));
  try {
    return await write;
  } catch (error) {
    void lists.invalidateQueries({ queryKey: CATEGORIES_KEY });
    throw error;
  }
}
