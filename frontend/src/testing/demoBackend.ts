import type { BudgetFile, Cell, CellValue, StepName } from '@/generated/contract';
import { setConnection } from '@/lib/connection/backend';
import { CallError } from '@/lib/connection/callError';
import { monthOf } from '@/lib/format/dates';
import { budgetCells } from '@/testing/budgetCells';
import { answerBanks } from './demoBanks';
import { DemoBudget } from './demoBudget';
import { FakeBackend, type SentCall } from './fakeBackend';
import { installHousehold } from './householdBackend';

interface Step {
  name: StepName | null;
  undo: () => void;
  redo: () => void;
}

const TODAY = '2026-11-20';
/** Responses are delayed by this, so that loading states can be seen. */
const DELAY_MS = 40;

/** A working backend inside the page, for looking at screens in development only. */
export class DemoBackend {
  readonly wire = new FakeBackend();
  private readonly budgets = new Map<string, DemoBudget>();
  private open: DemoBudget | null = null;
  private cells = new Map<string, CellValue>();
  private revision = 1;
  private readonly past: Step[] = [];
  private readonly future: Step[] = [];
  private nextId = 1;
  private globalPrefs: Record<string, unknown> = {};

  constructor(mode: string) {
    if (mode !== 'empty') {
      this.add('My Finances', true);
      this.add('Household 2025', false);
      this.add('Allotment club', false);
    }
    this.answerFiles();
    this.answerBudget();
    this.answerCategories();
    this.answerHistory();
    if (mode === 'banks') {
      for (const { accounts } of this.budgets.values()) answerBanks(this.wire, accounts);
    }
  }

  private add(name: string, filled: boolean): string {
    const id = `${name.replace(/\W+/g, '-')}-${this.nextId++}`;
    this.budgets.set(id, new DemoBudget(id, name, monthOf(TODAY), filled));
    return id;
  }

  private get budget(): DemoBudget {
    if (!this.open) throw new CallError('no-budget-open', 'No budget is open.');
    return this.open;
  }

  private files(): BudgetFile[] {
    return [...this.budgets].map(([id, { prefs }]) => ({
      id,
      name: String(prefs.budgetName),
      hasKey: false,
      deleted: false,
      state: 'local',
    }));
  }

  private later<T>(value: () => T): Promise<T> {
    return new Promise((resolve, reject) =>
      setTimeout(() => {
        try {
          resolve(value());
        } catch (error) {
          reject(error);
        }
      }, DELAY_MS),
    );
  }

  private answerFiles(): void {
    const { wire } = this;
    wire.on('get-last-opened-backup', () => null);
    wire.on('get-upgrade-notifications', () => []);
    wire.on('set-tutorial-seen', () => {
      this.globalPrefs.seenTutorial = true;
      return null;
    });
    wire.on('get-server-url', () => null);
    wire.on('subscribe-get-user', () => ({ offline: false }));
    wire.on('get-budgets', () => this.later(() => this.files()));
    wire.on('create-budget', ({ budgetName }) =>
      this.later(() => ({ id: this.add(budgetName ?? 'My Finances', false) })),
    );
    wire.on('create-demo-budget', () => this.later(() => ({ id: this.add('Demo', true) })));
    wire.on('import-budget', () => this.later(() => ({ id: this.add('Imported', true) })));
    wire.on('delete-budget', ({ id }) => {
      if (id) this.budgets.delete(id);
      return null;
    });
    wire.on('load-budget', ({ id }) =>
      this.later(() => {
        const budget = this.budgets.get(id);
        if (!budget) throw new CallError('budget-not-found', 'No such budget.');
        this.open = budget;
        this.cells = budget.cells();
        return { id, revision: this.revision, session: wire.session };
      }),
    );
    wire.on('resume-budget', () => ({ caughtUp: true, revision: this.revision }));
    wire.on('close-budget', () => {
      this.open = null;
      return null;
    });
    wire.on('load-prefs', () => this.budget.prefs);
    wire.on('save-prefs', (prefs) => {
      Object.assign(this.budget.prefs, prefs);
      return null;
    });
    wire.on('load-global-prefs', () => this.globalPrefs);
    wire.on('save-global-prefs', (prefs) => {
      Object.assign(this.globalPrefs, prefs);
      return null;
    });
  }

  private answerBudget(): void {
    const { wire } = this;
    wire.on('get-budget-cells', ({ months }) => this.later(() => budgetCells(months, this.cells)));
    wire.on('get-budget-bounds', () => ({ start: this.budget.start, end: this.budget.end }));
    wire.on('getCell', ({ sheetName, name }) => {
      const full = `${sheetName}!${name}`;
      return { name: full, value: this.cells.get(full) ?? 0 };
    });
    wire.on('accounts-get', () => this.budget.accounts);
    wire.on('payees-get', () => []);
    wire.on('notes-get', () => this.budget.notes);
    wire.on('notes-save', ({ id, note }, call) => {
      const { notes } = this.budget;
      const before = notes[id] ?? '';
      return this.write(
        call,
        ['notes'],
        () => (notes[id] = note ?? ''),
        () => (notes[id] = before),
      );
    });
    wire.on('budget/budget-amount', ({ month, category, amount }, call) => {
      const { budget } = this;
      const before = budget.row(month, category);
      const set = (value: typeof before) => () => budget.setRow(month, category, value);
      return this.write(call, ['zero_budgets'], set({ ...before, amount }), set(before));
    });
    wire.on('budget/set-carryover', ({ startMonth, category, flag }, call) => {
      const { budget } = this;
      const before = budget.row(startMonth, category);
      const set = (value: typeof before) => () => budget.setRow(startMonth, category, value);
      return this.write(call, ['zero_budgets'], set({ ...before, carryover: flag }), set(before));
    });
  }

  private answerCategories(): void {
    const { wire } = this;
    const change = (call: SentCall, table: string, make: (budget: DemoBudget) => void) => {
      const { budget } = this;
      const before = budget.groups;
      const after = structuredClone(before);
      budget.groups = after;
      make(budget);
      const set = (groups: typeof before) => () => {
        budget.groups = groups;
      };
      return this.write(call, [table], set(after), set(before));
    };
    const category = (budget: DemoBudget, id: string) =>
      budget.categories.find((candidate) => candidate.id === id);
    wire.on('get-categories', () => ({
      grouped: this.budget.groups,
      list: this.budget.categories,
    }));
    wire.on('category-create', ({ name, groupId }, call) => {
      let id = '';
      change(call, 'categories', (budget) => {
        const group = budget.groups.find((candidate) => candidate.id === groupId);
        if (group) id = budget.addCategory(group, name, group.categories.length).id;
      });
      return id;
    });
    wire.on('category-update', ({ id, ...changes }, call) =>
      change(call, 'categories', (budget) => Object.assign(category(budget, id) ?? {}, changes)),
    );
    wire.on('category-delete', ({ id }, call) =>
      change(call, 'categories', (budget) => {
        for (const group of budget.groups) {
          group.categories = group.categories.filter((candidate) => candidate.id !== id);
        }
      }),
    );
    wire.on('category-move', ({ id, groupId, targetId }, call) =>
      change(call, 'categories', (budget) => {
        const moved = category(budget, id);
        const group = budget.groups.find((candidate) => candidate.id === groupId);
        if (!moved || !group) return;
        for (const other of budget.groups) {
          other.categories = other.categories.filter((candidate) => candidate !== moved);
        }
        const at = group.categories.findIndex((candidate) => candidate.id === targetId);
        moved.cat_group = groupId;
        group.categories.splice(at < 0 ? group.categories.length : at, 0, moved);
      }),
    );
    wire.on('category-group-create', ({ name }, call) => {
      let id = '';
      change(call, 'category_groups', (budget) => {
        const group = budget.addGroup(name, budget.groups.length, false);
        const income = budget.groups.findIndex(({ is_income }) => is_income);
        budget.groups.splice(income, 0, ...budget.groups.splice(-1, 1));
        id = group.id;
      });
      return id;
    });
    wire.on('category-group-update', ({ id, ...changes }, call) =>
      change(call, 'category_groups', (budget) =>
        Object.assign(budget.groups.find((group) => group.id === id) ?? {}, changes),
      ),
    );
    wire.on('category-group-delete', ({ id }, call) =>
      change(call, 'category_groups', (budget) => {
        budget.groups = budget.groups.filter((group) => group.id !== id);
      }),
    );
    wire.on('category-group-move', ({ id, targetId }, call) =>
      change(call, 'category_groups', ({ groups }) => {
        const [moved] = groups.splice(
          groups.findIndex((group) => group.id === id),
          1,
        );
        const at = groups.findIndex(({ id: other, is_income }) =>
          targetId ? other === targetId : is_income,
        );
        if (moved) groups.splice(at, 0, moved);
      }),
    );
    wire.on('must-category-transfer', () => false);
  }

  private answerHistory(): void {
    const travel = (from: Step[], to: Step[], way: 'undo' | 'redo') => () => {
      const step = from.pop();
      if (!step) return null;
      step[way]();
      to.push(step);
      const tables = ['categories', 'category_groups', 'notes', 'zero_budgets'];
      this.tell(tables);
      return { number: this.past.length, name: step.name, undoTag: null, tables };
    };
    this.wire.on('undo', travel(this.past, this.future, 'undo'));
    this.wire.on('redo', travel(this.future, this.past, 'redo'));
  }

  private write(call: SentCall, tables: string[], redo: () => void, undo: () => void): null {
    redo();
    this.past.push({ name: call.undo?.name ?? null, undo, redo });
    this.future.length = 0;
    this.tell(tables);
    return null;
  }

  private tell(tables: string[]): void {
    const after = this.budget.cells();
    const changed: Cell[] = [...after].filter(([name, value]) => this.cells.get(name) !== value);
    this.cells = after;
    this.revision += 1;
    const { session } = this.wire;
    const step = (steps: Step[]) => {
      const last = steps.at(-1);
      return last ? { number: steps.length, name: last.name, session } : null;
    };
    this.wire.push('cells-changed', { revision: this.revision, origin: session, cells: changed });
    this.wire.push('sync-event', {
      type: 'applied',
      tables,
      rows: null,
      revision: this.revision,
      origin: session,
    });
    this.wire.push('history', { undo: step(this.past), redo: step(this.future) });
  }
}

/**
 * `mode`: 'empty' for a first run, 'open' to have a budget open at once, 'banks' for one with
 * linked accounts, 'household' for a larger budget in either type.
 */
export function installDemoBackend(mode: string): void {
  if (mode === 'household') {
    installHousehold();
    return;
  }
  const backend = new DemoBackend(mode);
  const fetchBefore = window.fetch.bind(window);
  window.fetch = async (input, init) =>
    String(input).startsWith('/api/upload')
      ? new Response(JSON.stringify({ result: { filepath: 'handle' } }))
      : fetchBefore(input, init);
  sessionStorage.setItem('sobre.open', mode === 'open' || mode === 'banks' ? 'My-Finances-1' : '');
  // The app connects once its stores listen; what the backend says before that would be lost.
  setConnection(backend.wire.connection);
  Object.assign(window, { demo: backend });
}
