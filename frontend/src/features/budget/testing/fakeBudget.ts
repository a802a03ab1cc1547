/**
 * An in-memory budget that responds to the calls of the budget screen and emits the events of a
 * real backend. For tests and the in-browser demonstration; nothing is stored.
 */

import type {
  Calls,
  Category,
  CategoryGroup,
  Cell,
  Month,
  Prefs,
  StepName,
} from '@/generated/contract';
import { budgetCells } from '@/testing/budgetCells';
import { applyMove } from '../model/reorder';
import { type BudgetState, type CellMap, computeCells } from './fakeCells';

export interface FakeAnswer {
  result?: unknown;
  error?: { code: string; message: string };
}
export type Push = (event: string, data: unknown) => void;

type Args<N extends keyof Calls> = Calls[N]['args'];

interface Step {
  name: StepName | null;
  before: BudgetState;
}

export class FakeBudget {
  state: BudgetState;
  prefs: Prefs;
  globalPrefs: Prefs = { maxMonths: 3 };
  readonly calls: { name: string; args: unknown; step?: StepName }[] = [];
  private cells: CellMap;
  private told: ReturnType<FakeBudget['bounds']>;
  private revision = 1;
  private nextId = 1;
  private readonly refused = new Map<string, string>();
  private undone: Step[] = [];
  private done: Step[] = [];

  constructor(state: BudgetState) {
    this.state = state;
    this.prefs = { id: 'fake', budgetName: 'Household', budgetType: state.type };
    this.cells = computeCells(state);
    this.told = this.bounds();
  }

  /** Makes a call fail from now on. */
  refuse(name: string, code: string): void {
    this.refused.set(name, code);
  }

  /** Carries the call out again. */
  accept(name: string): void {
    this.refused.delete(name);
  }

  /** Answers one call; events go to `push` with `origin` as the tab that caused them. */
  answer(name: string, args: unknown, push: Push, origin: string | null, step?: StepName) {
    this.calls.push({ name, args, ...(step ? { step } : {}) });
    const code = this.refused.get(name);
    if (code) return { error: { code, message: code } };
    const read = this.reads[name];
    if (read) return { result: read(args as never) };
    const write = this.writes[name];
    if (!write) return { error: { code: 'unknown-call', message: `Unknown call ${name}` } };
    const before = structuredClone(this.state);
    const result = write(args as never);
    if (name !== 'save-prefs' && name !== 'save-global-prefs') {
      this.done.push({ name: step ?? null, before });
      this.undone = [];
      this.publish(push, origin);
    } else push('prefs-updated', {});
    return { result: result ?? null };
  }

  /** A change made elsewhere, for instance in another tab. */
  changeElsewhere(change: (state: BudgetState) => void, push: Push): void {
    change(this.state);
    this.publish(push, 'other-tab');
  }

  private publish(push: Push, origin: string | null): void {
    const next = computeCells(this.state);
    const bounds = this.bounds();
    const moved = bounds.start !== this.told.start || bounds.end !== this.told.end;
    this.told = bounds;
    const changed: Cell[] = [];
    for (const [name, value] of next) {
      if (this.cells.get(name) !== value) changed.push([name, value]);
    }
    this.cells = next;
    this.revision += 1;
    const revision = this.revision;
    const months = moved ? { bounds } : {};
    if (changed.length > 0 || moved)
      push('cells-changed', { revision, origin, cells: changed, ...months });
    const tables = ['categories', 'category_groups', 'notes', 'zero_budgets'];
    push('sync-event', { type: 'applied', tables, rows: null, revision, origin });
    const step = (steps: Step[]) => {
      const last = steps.at(-1);
      return last ? { number: steps.length, name: last.name, session: origin } : null;
    };
    push('history', { undo: step(this.done), redo: step(this.undone) });
  }

  private travel(from: Step[], to: Step[]): unknown {
    const step = from.pop();
    if (!step) return null;
    to.push({ name: step.name, before: structuredClone(this.state) });
    this.state = step.before;
    return { name: step.name, tables: ['categories', 'zero_budgets'] };
  }

  private readonly reads: Record<string, (args: never) => unknown> = {
    'get-budgets': () => [
      { id: 'fake', name: 'Household', hasKey: false, deleted: false, state: 'local' },
    ],
    'load-budget': () => ({ id: 'fake', revision: this.revision, session: 'this-tab' }),
    'resume-budget': () => ({ caughtUp: true, revision: this.revision }),
    'close-budget': () => null,
    'load-prefs': () => ({ ...this.prefs, budgetType: this.state.type }),
    'load-global-prefs': () => this.globalPrefs,
    'get-budget-bounds': () => this.bounds(),
    'get-budget-cells': ({ months }: Args<'get-budget-cells'>) => this.cellsOf(months),
    getCell: (args: Args<'getCell'>) => this.cell(`${args.sheetName}!${args.name}`),
    'explain-changes': ({ sheetName, name }: Args<'explain-changes'>) =>
      this.changesOf(`${sheetName}!${name}`),
    'explain-cell': ({ sheetName, name }: Args<'explain-cell'>) =>
      this.explained(`${sheetName}!${name}`),
    'get-categories': () => this.categories(),
    'notes-get': () => ({ ...this.state.notes }),
    'accounts-get': () => [],
    'must-category-transfer': (args: Args<'must-category-transfer'>) => this.isUsed(args.id),
    query: (args: Args<'query'>) => ({
      // Lists of transactions are empty: the budget has their sums alone.
      data: args.calculation ? this.countSpent(args) : [],
      dependencies: [],
    }),
  };

  private readonly writes: Record<string, (args: never) => unknown> = {
    'budget/budget-amount': ({ month, category, amount }: Args<'budget/budget-amount'>) => {
      this.state.budgeted[`${month} ${category}`] = amount;
    },
    'budget/set-amounts': ({ amounts }: Args<'budget/set-amounts'>) => {
      for (const { month, category, amount } of amounts) {
        this.state.budgeted[`${month} ${category}`] = amount;
      }
    },
    'budget/set-carryover': (args: Args<'budget/set-carryover'>) => {
      for (const month of this.state.months.filter((m) => m >= args.startMonth)) {
        this.state.carryover[`${month} ${args.category}`] = args.flag;
      }
    },
    'budget-set-type': ({ type }: Args<'budget-set-type'>) => {
      this.state.type = type;
    },
    'category-create': (args: Args<'category-create'>) => this.createCategory(args),
    'category-update': ({ id, ...fields }: Args<'category-update'>) => {
      Object.assign(this.category(id) ?? {}, fields);
    },
    'category-move': ({ targetId = null, ...args }: Args<'category-move'>) => {
      this.state.groups = applyMove(this.state.groups, { kind: 'category', targetId, ...args });
    },
    'category-delete': ({ id }: Args<'category-delete'>) => this.deleteCategory(id),
    'category-group-create': ({ name }: Args<'category-group-create'>) => this.createGroup(name),
    'category-group-update': ({ id, ...fields }: Args<'category-group-update'>) => {
      Object.assign(this.state.groups.find((group) => group.id === id) ?? {}, fields);
    },
    'category-group-move': ({ id, targetId = null }: Args<'category-group-move'>) => {
      const move = { kind: 'group', id, groupId: null, targetId } as const;
      this.state.groups = applyMove(this.state.groups, move);
    },
    'category-group-delete': ({ id }: Args<'category-group-delete'>) => {
      this.state.groups = this.state.groups.filter((group) => group.id !== id);
    },
    'notes-save': ({ id, note }: Args<'notes-save'>) => {
      this.state.notes[id] = note ?? '';
    },
    'save-prefs': (args: Prefs) => Object.assign(this.prefs, args) && null,
    'save-global-prefs': (args: Prefs) => Object.assign(this.globalPrefs, args) && null,
  };

  /** Undo and redo are answered apart, because they are no steps themselves. */
  undo(kind: 'undo' | 'redo', push: Push, origin: string | null): FakeAnswer {
    const [from, to] = kind === 'undo' ? [this.done, this.undone] : [this.undone, this.done];
    const result = this.travel(from, to);
    if (result) {
      this.publish(push, origin);
      push('undo-event', { ...(result as object), messages: [], place: null, kind, origin });
    }
    return { result };
  }

  private bounds() {
    return { start: this.state.months[0], end: this.state.months.at(-1) };
  }

  private cellsOf(months: readonly Month[]) {
    const shown = [...this.cells].filter(([name]) => !this.isLeftOut(name));
    return budgetCells(months, new Map(shown));
  }

  /** Cells that exist but are not in the response for months. */
  private isLeftOut(name: string): boolean {
    if (this.state.type === 'report') return false;
    const income = this.state.groups.filter((group) => group.is_income);
    return income.some(({ id }) => name.endsWith(`-${id}`));
  }

  private cell(name: string) {
    return { name, value: this.cells.get(name) ?? null };
  }

  /** The last step as the one change of a cell. */
  private changesOf(cell: string) {
    const last = this.done.at(-1);
    if (!last) return { changes: [], since: 0 };
    const before = computeCells(last.before).get(cell) ?? null;
    const after = this.cells.get(cell) ?? null;
    const change = { at: 0, kind: 'call', name: last.name, before, after };
    return { changes: before === after ? [] : [change], since: 0 };
  }

  /** Of balances alone: what was budgeted and spent. */
  private explained(name: string) {
    const inputs = name.includes('!leftover-')
      ? ['budget', 'sum-amount'].map((kind) => this.cell(name.replace('leftover', kind)))
      : [];
    return { ...this.cell(name), formula: '', inputs, dependents: [] };
  }

  private categories() {
    const grouped = structuredClone(this.state.groups);
    return { grouped, list: grouped.flatMap((group) => group.categories) };
  }

  private category(id: string): Category | undefined {
    return this.state.groups.flatMap((group) => group.categories).find((item) => item.id === id);
  }

  private isUsed(id: string): boolean {
    const used = (amounts: Record<string, number>) =>
      Object.entries(amounts).some(([key, value]) => key.endsWith(` ${id}`) && value !== 0);
    return used(this.state.budgeted) || used(this.state.spent);
  }

  /** A month with money spent has one transaction here. */
  private countSpent({ filterExpressions }: Args<'query'>): number {
    const ids = JSON.stringify(filterExpressions);
    const isOf = (key: string) => ids.includes(`"${key.split(' ')[1]}"`);
    return Object.entries(this.state.spent).filter(([key, value]) => isOf(key) && value).length;
  }

  private createCategory({ name, groupId }: Args<'category-create'>): string {
    const group = this.state.groups.find((candidate) => candidate.id === groupId);
    const id = `category-${this.nextId++}`;
    group?.categories.unshift({
      id,
      name,
      cat_group: groupId,
      is_income: group.is_income,
      hidden: false,
      sort_order: 0,
    });
    return id;
  }

  private createGroup(name: string): string {
    const id = `group-${this.nextId++}`;
    const made: CategoryGroup = {
      id,
      name,
      is_income: false,
      hidden: false,
      sort_order: 0,
      categories: [],
    };
    const firstIncome = this.state.groups.findIndex((group) => group.is_income);
    this.state.groups.splice(firstIncome < 0 ? this.state.groups.length : firstIncome, 0, made);
    return id;
  }

  private deleteCategory(id: string): void {
    for (const group of this.state.groups) {
      group.categories = group.categories.filter((item) => item.id !== id);
    }
  }
}
