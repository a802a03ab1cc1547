// Generated from the call tables of the backend. Do not edit by hand.

export type Month = string;
export type Day = string;
export type CellValue = number | boolean | string | null;
/** A cell by its full name and its value, e.g. ['budget202611!to-budget', 1200]. */
export type Cell = [name: string, value: CellValue];
export interface NamedCell {
  name: string;
  value: CellValue;
}

export type FileState = 'unknown' | 'synced' | 'detached' | 'broken' | 'local' | 'remote';
export interface BudgetFile {
  id: string;
  name: string;
  cloudFileId?: string;
  groupId?: string;
  encryptKeyId?: string;
  hasKey: boolean;
  deleted: boolean;
  state: FileState;
}

export interface Category {
  id: string;
  name: string;
  cat_group: string;
  is_income: boolean;
  hidden: boolean;
  sort_order: number;
}
export interface CategoryGroup {
  id: string;
  name: string;
  is_income: boolean;
  hidden: boolean;
  sort_order: number;
  categories: Category[];
}
export interface Account {
  id: string;
  name: string;
  type: string | null;
  offbudget: boolean;
  closed: boolean;
  sort_order: number;
  bankId?: string;
}

export type BudgetType = 'rollover' | 'report';
export type ImportType = 'actual' | 'ynab4' | 'ynab5';
export type Prefs = Record<string, unknown>;

export interface UndoOutcome {
  label: string | null;
  undoTag: string | null;
  tables: string[];
}
export interface Query {
  table: string;
  tableOptions?: Record<string, unknown>;
  filterExpressions?: unknown[];
  selectExpressions?: unknown[];
  groupExpressions?: unknown[];
  orderExpressions?: unknown[];
  calculation?: boolean;
  rawMode?: boolean;
  withDead?: boolean;
  validateRefs?: boolean;
  limit?: number | null;
  offset?: number | null;
}
export type None = Record<string, never>;

export interface Calls {
  'get-budgets': { args: None; result: BudgetFile[] };
  'create-budget': { args: { testMode?: boolean; budgetName?: string }; result: { id: string } };
  'create-demo-budget': { args: None; result: { id: string } };
  'load-budget': {
    args: { id: string };
    result: { id: string; revision: number; session: string };
  };
  'resume-budget': {
    args: { id: string; revision: number };
    result: { caughtUp: boolean; revision: number };
  };
  'close-budget': { args: None; result: null };
  'delete-budget': { args: { id: string; cloudFileId?: string }; result: null };
  'import-budget': { args: { filepath: string; type: ImportType }; result: { id: string } };
  'export-budget': { args: None; result: { filename: string; data: string } };
  'upload-file-web': { args: { filename: string; contents: string }; result: { filepath: string } };
  'load-prefs': { args: None; result: Prefs };
  'save-prefs': { args: Prefs; result: null };
  'load-global-prefs': { args: None; result: Prefs };
  'save-global-prefs': { args: Prefs; result: null };
  'get-budget-bounds': { args: None; result: { start: Month; end: Month } };
  'budget-set-type': { args: { type: BudgetType }; result: null };
  'rollover-budget-month': { args: { month: Month }; result: NamedCell[] };
  'report-budget-month': { args: { month: Month }; result: NamedCell[] };
  getCell: { args: { sheetName: string; name: string }; result: NamedCell };
  getCellNamesInSheet: { args: { sheetName: string }; result: string[] };
  'create-query': { args: { sheetName: string; name: string; query: Query }; result: NamedCell };
  query: { args: Query; result: { data: unknown; dependencies: string[] } };
  'explain-cell': {
    args: { sheetName: string; name: string };
    result: { name: string; value: CellValue; formula: string; inputs: NamedCell[] };
  };
  'get-categories': { args: None; result: { grouped: CategoryGroup[]; list: Category[] } };
  'category-create': {
    args: { name: string; groupId: string; isIncome?: boolean };
    result: string;
  };
  'category-update': { args: { id: string; name?: string; hidden?: boolean }; result: null };
  'category-move': {
    args: { id: string; groupId: string; targetId: string | null };
    result: null;
  };
  'category-delete': { args: { id: string; transferId?: string | null }; result: null };
  'category-group-create': { args: { name: string; isIncome?: boolean }; result: string };
  'category-group-update': { args: { id: string; name?: string; hidden?: boolean }; result: null };
  'category-group-move': { args: { id: string; targetId: string | null }; result: null };
  'category-group-delete': { args: { id: string; transferId?: string | null }; result: null };
  'must-category-transfer': { args: { id: string }; result: boolean };
  'notes-save': { args: { id: string; note: string }; result: null };
  'notes-get': { args: None; result: Record<string, string> };
  'accounts-get': { args: None; result: Account[] };
  'budget/budget-amount': {
    args: { month: Month; category: string; amount: number };
    result: null;
  };
  'budget/set-carryover': {
    args: { startMonth: Month; category: string; flag: boolean };
    result: null;
  };
  'reset-budget-cache': { args: None; result: null };
  undo: { args: None; result: UndoOutcome | null };
  redo: { args: None; result: UndoOutcome | null };
}

export interface HistoryStep {
  label: string | null;
  /** The session that made the step. */
  session: string | null;
}
export interface Events {
  hello: { session: string; version: string; today: Day };
  'cells-changed': { revision: number; origin: string | null; cells: Cell[] };
  'sync-event': { type: 'applied'; tables: string[]; revision: number; origin: string | null };
  'undo-event': {
    tables: string[];
    messages: unknown[];
    undoTag?: string;
    meta?: unknown;
    label?: string;
    kind: 'undo' | 'redo';
    origin: string | null;
  };
  history: { undo: HistoryStep | null; redo: HistoryStep | null };
  'prefs-updated': None;
  'start-load': None;
  'finish-load': None;
  'start-import': None;
  'finish-import': None;
  'show-budgets': None;
  'budget-closed': { id: string; message: string };
}

export type ErrorCode =
  | 'network-failure'
  | 'unknown-call'
  | 'bad-arguments'
  | 'unauthorized'
  | 'busy'
  | 'internal'
  | 'no-budget-open'
  | 'budget-not-found'
  | 'out-of-sync-migrations'
  | 'out-of-sync-data'
  | 'invalid-schema'
  | 'not-zip-file'
  | 'invalid-zip-file'
  | 'invalid-meta-file'
  | 'invalid-db-file'
  | 'zip-too-large'
  | 'not-ynab4'
  | 'not-ynab5'
  | 'unsupported-file'
  | 'file-not-found'
  | 'file-exists'
  | 'upload-too-large'
  | 'category-type'
  | 'no-categories'
  | 'category-exists'
  | 'group-not-found'
  | 'group-exists'
  | 'last-income-group'
  | 'name-required'
  | 'amount-too-large'
  | 'invalid-query'
  | 'invalid-prefs'
  | 'unknown-cell'
  | 'clock-drift'
  | 'storage-full';
