// Generated from the tables of the contract by `npm run gen`. Do not edit.

/** A month, yyyy-MM. */
export type Month = string;

/** A day, yyyy-MM-dd. */
export type Day = string;

/** Whole cents. */
export type Amount = number;

/** Text of its own kind: an id of another kind does not fit, plain text does. */
type Id<Kind extends string> = string & { readonly kind?: Kind };
export type AccountId = Id<'account'>;
export type CategoryId = Id<'category'>;
export type GroupId = Id<'group'>;
export type PayeeId = Id<'payee'>;
export type TransactionId = Id<'transaction'>;
export type FilterId = Id<'filter'>;
export type RuleId = Id<'rule'>;
export type ScheduleId = Id<'schedule'>;

/** Cents, a flag, or null for a cell that was never made. */
export type CellValue = number | boolean | null;

/** A cell by its full name, {sheet}!{cell}, and its value. */
export type Cell = [name: string, value: CellValue];

/** How a budget is kept: envelopes, or plans to compare with. */
export type BudgetType = 'rollover' | 'report';

export type JsonValue = unknown;

/** Preferences by key. */
export type Prefs = Record<string, unknown>;

/** A query of the serialized query language. */
export type SerializedQuery = Record<string, unknown>;

/** What is wrong with a split: what its parts fall short of its amount, in cents. */
export type SplitError = {
  type: 'SplitTransactionError';
  version: 1;
  difference: number;
};

/** A transaction to add; it may bring its own id, and a payee by name. */
export type NewTransaction = Partial<Transaction> & {
  account: string;
  date: string;
  payee_name?: string | null;
};

/** Fields of a transaction that change; null clears one. */
export type TransactionChange = Partial<Transaction> & { id: string };

/** Rows that one call may add, change and delete together. */
export const ROWS_PER_CALL = 100000;

/** Bytes that the arguments of one call may have. */
export const ARGUMENT_BYTES = 16777216;

/** The rows of every table that `query` reads. */
export interface QueryRows {
  transactions: {
    id: TransactionId;
    is_parent: boolean;
    is_child: boolean;
    parent_id: TransactionId | null;
    account: AccountId;
    category: CategoryId | null;
    amount: Amount;
    payee: PayeeId | null;
    notes: string | null;
    date: Day;
    imported_id: string | null;
    error: SplitError | null;
    imported_payee: string | null;
    starting_balance_flag: boolean;
    transfer_id: TransactionId | null;
    sort_order: number | null;
    cleared: boolean;
    reconciled: boolean;
    tombstone: boolean;
    schedule: ScheduleId | null;
    raw_synced_data: string | null;
  };
  payees: {
    id: PayeeId;
    name: string | null;
    transfer_acct: AccountId | null;
    tombstone: boolean;
    favorite: boolean;
    learn_categories: boolean;
  };
  accounts: {
    id: AccountId;
    name: string | null;
    type: string | null;
    offbudget: boolean;
    closed: boolean;
    sort_order: number | null;
    tombstone: boolean;
    account_id: string | null;
    official_name: string | null;
    account_sync_source: string | null;
    last_reconciled: string | null;
    last_sync: string | null;
    bank_sync_status: string | null;
    account_group_id: string | null;
  };
  account_groups: {
    id: string;
    name: string | null;
    sort_order: number | null;
    tombstone: boolean;
  };
  categories: {
    id: CategoryId;
    name: string | null;
    is_income: boolean;
    hidden: boolean;
    group: GroupId | null;
    goal_def: string | null;
    cleanup_def: string | null;
    template_settings: unknown;
    sort_order: number | null;
    tombstone: boolean;
  };
  category_groups: {
    id: GroupId;
    name: string | null;
    is_income: boolean;
    hidden: boolean;
    sort_order: number | null;
    tombstone: boolean;
  };
  schedules: {
    id: ScheduleId;
    name: string | null;
    rule: RuleId | null;
    next_date: Day | null;
    completed: boolean;
    posts_transaction: boolean;
    custom_upcoming_length: string | null;
    tombstone: boolean;
    sort_order: number | null;
    _payee: PayeeId | null;
    _account: AccountId | null;
    _amount: unknown;
    _amountOp: string | null;
    _date: unknown;
    _conditions: unknown;
    _actions: unknown;
    _has_splits: boolean;
  };
  rules: {
    id: RuleId;
    stage: string | null;
    conditions_op: ConditionsOp | null;
    conditions: Condition[] | null;
    actions: unknown;
    tombstone: boolean;
  };
  notes: {
    id: string;
    note: string | null;
  };
  preferences: {
    id: string;
    value: string | null;
  };
  transaction_filters: {
    id: FilterId;
    name: string | null;
    conditions_op: ConditionsOp | null;
    conditions: Condition[] | null;
    tombstone: boolean;
  };
  zero_budgets: {
    id: string;
    month: number | null;
    category: CategoryId | null;
    amount: number | null;
    carryover: number | null;
    goal: number | null;
    long_goal: number | null;
  };
  reflect_budgets: {
    id: string;
    month: number | null;
    category: string | null;
    amount: number | null;
    carryover: number | null;
    goal: number | null;
    long_goal: number | null;
  };
  cleanup_groups: {
    id: string;
    name: string | null;
    tombstone: boolean;
  };
  custom_reports: {
    id: string;
    name: string | null;
    start_date: string | null;
    end_date: string | null;
    date_static: number | null;
    date_range: string | null;
    mode: string | null;
    group_by: string | null;
    sort_by: string | null;
    interval: string | null;
    balance_type: string | null;
    show_empty: number | null;
    show_offbudget: number | null;
    show_hidden: number | null;
    show_uncategorized: number | null;
    trim_intervals: number | null;
    include_current: number | null;
    show_trend_lines: number | null;
    selected_categories: unknown;
    graph_type: string | null;
    conditions: Condition[] | null;
    conditions_op: ConditionsOp | null;
    metadata: unknown;
    color_scheme: string | null;
    tombstone: boolean;
  };
  dashboard: {
    id: string;
    type: string | null;
    width: number | null;
    height: number | null;
    x: number | null;
    y: number | null;
    meta: unknown;
    dashboard_page_id: string | null;
    tombstone: boolean;
  };
  dashboard_pages: {
    id: string;
    name: string | null;
    tombstone: boolean;
  };
  payee_locations: {
    id: string;
    payee_id: string | null;
    latitude: number | null;
    longitude: number | null;
    created_at: number | null;
    tombstone: boolean;
  };
}

/** The table behind each field that holds the id of a row; paths go on through it. */
export interface QueryJoins {
  transactions: {
    account: 'accounts';
    category: 'categories';
    payee: 'payees';
    schedule: 'schedules';
  };
  payees: {
    transfer_acct: 'accounts';
  };
  accounts: {
    account_group_id: 'account_groups';
  };
  categories: {
    group: 'category_groups';
  };
  schedules: {
    rule: 'rules';
    _payee: 'payees';
    _account: 'accounts';
  };
  zero_budgets: {
    category: 'categories';
  };
}

/** A field of a transaction that conditions compare. */
export type ConditionField =
  | 'imported_payee'
  | 'payee_name'
  | 'notes'
  | 'payee'
  | 'category'
  | 'category_group'
  | 'account'
  | 'date'
  | 'amount'
  | 'cleared'
  | 'reconciled'
  | 'transfer'
  | 'parent';

/** How a condition compares its field. */
export type ConditionOp =
  | 'is'
  | 'isNot'
  | 'oneOf'
  | 'notOneOf'
  | 'contains'
  | 'doesNotContain'
  | 'matches'
  | 'hasTags'
  | 'hasAnyTag'
  | 'isapprox'
  | 'isbetween'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'onBudget'
  | 'offBudget';

/** An account as the sidebar lists it. */
export type Account = {
  /** Row id. */
  id: AccountId;
  /** Name given by the person. */
  name: string;
  /** Kind of account, as in [`AccountType`]; many files leave it empty. */
  type: string | null;
  /** Outside the budget. */
  offbudget: boolean;
  /** Closed accounts keep their history. */
  closed: boolean;
  /** Position among the accounts of the same budget side. */
  sort_order: number;
  /** The bank link, if there is one. */
  bankId?: string;
};

/** What is in an account. */
export type AccountFigures = {
  /** Cents over the rows that are not deleted and no splits; the parts of splits count. */
  balance: number;
  /** How many rows are not deleted, splits and their parts included. */
  numTransactions: number;
};

/** Kinds of accounts that can be made. */
export type AccountType = "checking" | "savings" | "credit" | "investment" | "mortgage" | "debt" | "other";

/** An account was changed. */
export type AccountUpdated = Record<symbol, never>;

/** One backup of a budget. */
export type Backup = {
  /** Name of its file. */
  id: string;
  /** Local day and time at which it was made, as `yyyy-MM-dd H:mm`; of the latest one null. */
  date: string | null;
  /** The budget as it was before a backup was loaded; loading it reverts to the original. */
  isLatest?: boolean;
};

/** First and last month, both included. */
export type BudgetBounds = {
  /** First month with a sheet. */
  start: Month;
  /** Last month with a sheet. */
  end: Month;
};

/** The cells of some months. */
export type BudgetCells = {
  /** The names, which are the same in each month. */
  blocks: Array<CellBlock>;
  /** The months asked for, in the same order. */
  months: Array<MonthValues>;
};

/** Cells that each month has: every beginning of a name with every id behind it. */
export type CellBlock = {
  /** What the names begin with, or whole names. */
  beginnings: string[];
  /** Groups or categories; one empty id where the names are whole. */
  ids: Array<string>;
};

/** The values of a month. */
export type MonthValues = {
  /** The month. */
  month: Month;
  /** A value for each name: block by block, in it id by id. */
  values: CellValue[];
};

/** A cell and its value. */
export type NamedCell = {
  /** `{sheet}!{cell}`, or the cell name alone where the sheet is known. */
  name: string;
  /** Cents, a flag, or null for a cell that was never made. */
  value: CellValue;
};

/** The categories, by group and as one list. */
export type Categories = {
  /** Expense groups by sort order, then income. */
  grouped: Array<CategoryGroup>;
  /** The categories of all groups in the same order. */
  list: Array<Category>;
};

/** A category: an envelope, or a kind of income. */
export type Category = {
  /** Row id. */
  id: CategoryId;
  /** Name given by the person. */
  name: string;
  /** The group it stands in. */
  cat_group: GroupId;
  /** A kind of income, not an envelope. */
  is_income: boolean;
  /** Not shown. */
  hidden: boolean;
  /** Position within the group. */
  sort_order: number;
};

/** A category group with its categories. */
export type CategoryGroup = {
  /** Row id. */
  id: GroupId;
  /** Name given by the person. */
  name: string;
  /** Holds income, not envelopes. */
  is_income: boolean;
  /** Not shown; still counts in rollover mode. */
  hidden: boolean;
  /** Position among all groups. */
  sort_order: number;
  /** Categories in order. */
  categories: Array<Category>;
};

/** The backups of a budget after one was made or loaded. */
export type BackupsUpdated = {
  /** The budget. */
  id: string;
  /** Its backups now, newest first. */
  backups: Array<Backup>;
};

/** The open budget was closed from elsewhere. */
export type BudgetClosed = {
  /** The budget. */
  id: string;
  /** Why, in words. */
  message: string;
};

/** How far the opening or downloading of a budget is. */
export type LoadingStatus = {
  /** What is being done. */
  status: 'downloading' | 'checking' | 'opening';
};

/** Something that the program does by itself failed, so that no call can answer it. */
export type ServerError = {
  /** The code, as calls answer it: `storage-full` and so on. */
  code: string;
  /** What failed and why, in words. */
  message: string;
};

/** Cells whose value changed. */
export type CellsChanged = {
  /** Revision of the budget after the change. */
  revision: number;
  /** The session whose call caused it, if any. */
  origin: string | null;
  /** `{sheet}!{cell}` and the new value. */
  cells: Cell[];
  /** First and last month with a sheet, if the change moved them. */
  bounds?: BudgetBounds;
};

/** First event of a connection. */
export type Hello = {
  /** This session, as other events name it. */
  session: string;
  /** Version of the program. */
  version: string;
  /** Today, as the program sees it. */
  today: Day;
};

/** Another day has begun. */
export type TodayChanged = {
  /** Today, as the program sees it. */
  today: Day;
};

/** What undo and redo would do now. */
export type HistoryEvent = {
  /** The step undo takes back. */
  undo: HistoryStep | null;
  /** The step redo does again. */
  redo: HistoryStep | null;
};

/** A step that could be undone or redone. */
export type HistoryStep = {
  /** Its number; no two steps have the same while the budget is open. */
  number: number;
  /** Its name, if the caller gave one. */
  label: string | null;
  /** The session that made it. */
  session: string | null;
};

/** An event without content. */
export type Nothing = Record<symbol, never>;

/** Changed transactions left payees that no transaction uses any more. */
export type OrphanedPayees = {
  /** The payees left over. */
  orphanedIds: Array<PayeeId>;
  /** The payees the transactions have now, in order. */
  updatedPayeeIds: Array<PayeeId>;
};

/**
 * Rows were written (`applied`), or a sync began, succeeded or failed. Only `applied` names tables
 * and rows. A new tab is told the latest of the others when it loads a budget.
 */
export type SyncEvent = {
  /** `applied` for every write, local or received; `unauthorized` when the session at the server has ended. */
  type: 'applied' | 'success' | 'error' | 'start' | 'unauthorized';
  /** Why a sync failed: `network`, `out-of-sync`, `file-has-reset` and so on. */
  subtype?: string;
  /** What belongs to it: `{isMissingKey: true}` for `encrypt-failure` and `decrypt-failure`, `{offsetMs}` for a `clock-drift` that was corrected by the server's time, and for every success for as long as it is. */
  meta?: { isMissingKey?: boolean; offsetMs?: number };
  /** Tables written. */
  tables: Array<string>;
  /** Ids of the written rows by table, so that a tab patches what it has loaded; null when more rows were written than are told. */
  rows: Record<string, string[]> | null;
  /** The written transactions as `query` answers them with `splits: grouped`, each in its whole split; those that are gone are missing. Absent when none or more than a few were written. They may be of a later revision. */
  entries?: QueryRows['transactions'][];
  /** Revision of the budget after the write. */
  revision: number;
  /** The session whose call caused it, if any. */
  origin: string | null;
};

/** A step was undone or redone. */
export type UndoEvent = {
  /** Tables touched, each once. */
  tables: Array<string>;
  /** The cells written, as messages without timestamps; none of them where they are many. */
  messages: unknown[];
  /** Where the step happened: the first place that still exists, if there is one. */
  place: StepPlace | null;
  /** Tag of the original call. */
  undoTag: string | null;
  /** Name of the step. */
  label: string | null;
  /** Data of the step: {targetId, mergeIds} for merged payees. */
  meta?: unknown;
  /** `undo` or `redo`. */
  kind: 'undo' | 'redo';
  /** The session that asked for it. */
  origin: string | null;
};

/** A budget file of the list. */
export type BudgetFile = {
  /** Name of its folder; empty for a budget that is only on the server. */
  id: string;
  /** Name given by the person. */
  name: string;
  /** File id at the server. */
  cloudFileId?: string;
  /** Sync generation. */
  groupId?: string;
  /** Key the file is encrypted with. */
  encryptKeyId?: string;
  /** Whether this device has that key. */
  hasKey: boolean;
  /** Deleted at the server. */
  deleted: boolean;
  /** How it stands towards the server. */
  state: FileState;
};

/** The id of the budget made or opened. */
export type BudgetRef = {
  /** Name of its folder. */
  id: string;
};

/** A budget on the server. */
export type RemoteBudgetFile = {
  /** Its id at the server. */
  fileId: string;
  /** Sync generation, null after a reset until it is uploaded. */
  groupId: string | null;
  /** Name given by the person. */
  name: string;
  /** Whether it was deleted. */
  deleted: boolean;
  /** Key it is encrypted with. */
  encryptKeyId: string | null;
  /** Whether this device has that key. */
  hasKey: boolean;
};

/** An exported budget. */
export type ExportedBudget = {
  /** Dated name to save it under. */
  filename: string;
  /** The zip in base64. */
  data: string;
};

/** How a budget stands towards the server. */
export type FileState = "unknown" | "synced" | "detached" | "broken" | "local" | "remote";

/** What becomes of a budget whose id is that of an imported one. */
export type ExistingBudget = "replace" | "refuse" | "keep";

/** Kinds of whole-budget files. */
export type ImportType = "actual" | "ynab4" | "ynab5";

/** What a session learns when a budget is opened for it. */
export type OpenedBudget = {
  /** The budget. */
  id: string;
  /** The last commit that was told wholly; everything later follows as events. */
  revision: number;
  /** The session, as events name it. */
  session: string;
};

/** Whether the missed changes could be sent again. */
export type Resumed = {
  /** False: too much was missed, load everything anew. */
  caughtUp: boolean;
  /** The last commit that was told wholly; everything later follows as events. */
  revision: number;
};

/** Where an uploaded file is kept: an opaque handle, not a path. */
export type UploadedFile = {
  /** The handle. */
  filepath: string;
};

/** An upload that the server keeps. */
export type KeptUpload = {
  /** Its id. */
  id: string;
  /** When it came, in milliseconds since 1970. */
  madeMs: number;
  /** Its size. */
  bytes: number;
  /** Name of the budget then. */
  name: string;
  /** Whether it is the one that is downloaded. */
  current: boolean;
};

/** A budget of YNAB4 that was found. */
export type Ynab4File = {
  /** Its name. */
  name: string;
  /** Where its folder lies; `import-budget` takes it as a file path. */
  filepath: string;
};

/**
 * A condition of a filter or rule. Calls take it as JSON and say what is wrong with it, so this
 * type only documents its form.
 */
export type Condition = {
  /** The field of a transaction that is compared. */
  field: ConditionField;
  /** How it is compared; not every field takes every operator. */
  op: ConditionOp;
  /** What it is compared with: text, an id, cents, a day, month or year, a list of them, or `{num1, num2}`. */
  value: unknown;
  /** What the field holds; for editors, ignored when the condition is checked. */
  type?: 'id' | 'number' | 'boolean' | 'date' | 'string';
  /** How the value is meant. */
  options?: ConditionOptions;
};

/** How the value of a condition is meant. */
export type ConditionOptions = {
  /** The date is a month. */
  month?: boolean;
  /** The date is a year. */
  year?: boolean;
  /** Only money that comes in. */
  inflow?: boolean;
  /** Only money that goes out, compared without its sign. */
  outflow?: boolean;
};

/** How the conditions of a filter go together. */
export type ConditionsOp = "and" | "or";

/** A column of a budget month that steps write. */
export type BudgetMeasure = "budgeted" | "balance";

/** Where a step of undo happened, so that a tab can go there. */
export type StepPlace = { "type": "budget";
  /** The month that was written; the first one of many. */
  month: Month;
  /** The category. */
  category: CategoryId;
  /** The column. */
  measure: BudgetMeasure, } | { "type": "item";
  /** Its id. */
  id: string, } | { "type": "transaction";
  /** Its id. */
  id: TransactionId;
};

/** What an undo or redo touched; absent when there was nothing to do. */
export type UndoneStep = {
  /** Its number. */
  number: number;
  /** Name of the step, as the one who made it called it. */
  label: string | null;
  /** Tag the client passed with the original call. */
  undoTag: string | null;
  /** Tables touched, each once. */
  tables: Array<string>;
};

/** A payee to add. */
export type NewPayee = {
  /** Its id; one is made if none is given. */
  id?: PayeeId | null;
  /** Its name. */
  name: string;
};

/** A payee. */
export type Payee = {
  /** Row id. */
  id: PayeeId;
  /** Its name; that of the account for a payee of transfers. */
  name: string;
  /** The account whose transfers it stands for. */
  transfer_acct: AccountId | null;
  /** Always off here. */
  tombstone: boolean;
  /** Shown first when choosing. */
  favorite: boolean;
  /** Whether rules are learned from its categories. */
  learn_categories: boolean;
};

/** Fields of a payee that change. */
export type PayeeChange = {
  /** Which one. */
  id: PayeeId;
  /** New name. */
  name?: string | null;
  /** New favorite flag. */
  favorite?: boolean | null;
  /** Whether rules are learned from its categories. */
  learn_categories?: boolean | null;
};

/** A payee by id; what else is given of it is not looked at. */
export type PayeeRef = {
  /** Row id. */
  id: PayeeId;
};

/** Filters of the query language, one for each good condition. */
export type MadeFilters = {
  /** In the order of the conditions. */
  filters: Record<string, unknown>[];
  /** Names of what is wrong with the others. */
  errors: Array<string>;
};

/** The rows and the tables they came from. */
export type QueryAnswer = {
  /** Rows, or the one value of a calculation. */
  data: unknown;
  /** Tables involved; when one of them changes, run the query again. */
  dependencies: Array<string>;
};

/** A device that is signed in. */
export type DeviceSession = {
  /** Id of its session; it opens nothing. */
  id: string;
  /** What its program called itself, as in `sobre/0.1.0 (desk; linux)`. */
  name: string;
  /** When it signed in, in milliseconds since 1970. */
  madeMs: number;
  /** When it was last heard of, in milliseconds since 1970. */
  usedMs: number;
  /** Whether it is this device. */
  current: boolean;
};

/** One way to sign in. */
export type LoginMethod = {
  /** `password`, or a way that this program does not know. */
  method: string;
  /** Whether it can be used. */
  active: boolean;
  /** Its name for people. */
  displayName: string;
};

/** How a server was set up. */
export type NeedsBootstrap = {
  /** Whether it has a password: then sign in, else set one. */
  bootstrapped: boolean;
  /** The ways to sign in; empty before it was set up, and of old servers. */
  availableLoginMethods: Array<LoginMethod>;
  /** Whether the first password can be set from here with the server's setup code alone. */
  needsSetupCode: boolean;
};

/** Version of a server. */
export type ServerVersion = {
  /** For example `26.9.0`. */
  version: string;
};

/** How many devices were signed out. */
export type SignedOut = {
  /** Their number. */
  ended: number;
};

/** Somebody who is signed in. */
export type UserData = {
  /** The server does not answer, so the session could not be checked. */
  offline: boolean;
};

/**
 * A kind of notice for older budgets; a budget remembers as `notifications.{type}` that it was
 * told.
 */
export type UpgradeNotice = "repair-splits";

/** A formula in words, the cells it reads and those that read it. */
export type ExplainedCell = {
  /** `{sheet}!{cell}`. */
  name: string;
  /** Value now. */
  value: CellValue;
  /** The formula in words. */
  formula: string;
  /** The cells it reads, with their values. */
  inputs: Array<NamedCell>;
  /** The cells that read it, with their values. */
  dependents: Array<NamedCell>;
};

/** What a batch did besides what was asked for. */
export type BatchUpdated = {
  /** The new transactions before other sides of transfers followed. */
  added: Array<Transaction>;
  /** What following transfers changed in the given rows, to be merged. */
  updated: TransactionChange[];
  /** The deleted transactions, parts of splits included. */
  deleted: Array<Transaction>;
  /** Always empty: what is wrong refuses the whole batch. */
  errors: Array<string>;
};

/** How many rows were repaired, by kind. */
export type FixedSplits = {
  /** Parts without payee that got the one of their split. */
  numBlankPayees: number;
  /** Parts that were cleared, or not, like their split. */
  numCleared: number;
  /** Parts without split that were deleted. */
  numDeleted: number;
  /** Transfers within the budget, or outside of it, that had a category. */
  numTransfersFixed: number;
  /** Rows that are no splits but had the error of one. */
  numNonParentErrorsFixed: number;
  /** Splits that had a category of their own. */
  numParentTransactionsWithCategoryFixed: number;
  /** Splits whose parts do not add up; they are only told. */
  mismatchedSplits: Array<MismatchedSplit>;
};

/** A split whose parts do not add up. */
export type MismatchedSplit = {
  /** Its parts. */
  subtransactions: Array<Transaction>;
  /** Row id. */
  id: TransactionId;
  /** A split: its parts carry the categories. */
  is_parent: boolean;
  /** A part of a split. */
  is_child: boolean;
  /** The split it is a part of. */
  parent_id: TransactionId | null;
  /** The account. */
  account: AccountId;
  /** The category; none for splits. */
  category: CategoryId | null;
  /** Cents; negative for spending. */
  amount: number;
  /** The payee. */
  payee: PayeeId | null;
  /** Notes of the person. */
  notes: string | null;
  /** The day, yyyy-MM-dd. */
  date: string;
  /** Id given by the bank. */
  imported_id: string | null;
  /** What is wrong with a split: {type, version, difference}. */
  error: SplitError | null;
  /** Payee as the bank wrote it. */
  imported_payee: string | null;
  /** The first row of an account. */
  starting_balance_flag: boolean;
  /** The other side of a transfer. */
  transfer_id: TransactionId | null;
  /** Place within the day; higher is further up. */
  sort_order: number | null;
  /** Seen at the bank. */
  cleared: boolean;
  /** Locked by a reconciliation. */
  reconciled: boolean;
  /** Deleted. */
  tombstone: boolean;
  /** The schedule it belongs to. */
  schedule: string | null;
};

/** A row of the ledger. */
export type Transaction = {
  /** Row id. */
  id: TransactionId;
  /** A split: its parts carry the categories. */
  is_parent: boolean;
  /** A part of a split. */
  is_child: boolean;
  /** The split it is a part of. */
  parent_id: TransactionId | null;
  /** The account. */
  account: AccountId;
  /** The category; none for splits. */
  category: CategoryId | null;
  /** Cents; negative for spending. */
  amount: number;
  /** The payee. */
  payee: PayeeId | null;
  /** Notes of the person. */
  notes: string | null;
  /** The day, yyyy-MM-dd. */
  date: string;
  /** Id given by the bank. */
  imported_id: string | null;
  /** What is wrong with a split: {type, version, difference}. */
  error: SplitError | null;
  /** Payee as the bank wrote it. */
  imported_payee: string | null;
  /** The first row of an account. */
  starting_balance_flag: boolean;
  /** The other side of a transfer. */
  transfer_id: TransactionId | null;
  /** Place within the day; higher is further up. */
  sort_order: number | null;
  /** Seen at the bank. */
  cleared: boolean;
  /** Locked by a reconciliation. */
  reconciled: boolean;
  /** Deleted. */
  tombstone: boolean;
  /** The schedule it belongs to. */
  schedule: string | null;
};

/** A transaction by id; what else is given of it is not looked at. */
export type TransactionRef = {
  /** Row id. */
  id: string;
};

/**
 * All budgets of the data directory and of the server, by name (upper and lower case alike), then
 * id, broken ones last. A server that does not answer in time leaves its budgets `unknown`.
 */
export type GetBudgets = {
  /** True: does not ask the server, so its budgets on this device are `unknown`. */
  onlyHere?: boolean | null;
};

/** Makes an empty budget. */
export type CreateBudget = {
  /** Makes the fixed test budget instead, replacing an earlier one. */
  testMode?: boolean | null;
  /** Its name; by default the next free "My Finances". */
  budgetName?: string | null;
};

/** Makes a budget full of made-up data, to look around in. */
export type CreateDemoBudget = Record<symbol, never>;

/** Opens a budget for this session. */
export type LoadBudget = {
  /** The budget. */
  id: string;
};

/** Binds a session that lost its connection to its budget again. */
export type ResumeBudget = {
  /** The budget. */
  id: string;
  /** The last revision the session has seen. */
  revision: number;
};

/** Leaves the budget of this session; the last one to leave closes the file. */
export type CloseBudget = Record<symbol, never>;

/** Deletes a budget from this computer, from the server, or from both, the server first. */
export type DeleteBudget = {
  /** The budget on this computer; left out, that stays. */
  id?: string | null;
  /** The budget on the server; left out, that stays. */
  cloudFileId?: string | null;
};

/** Brings an uploaded whole-budget file in as a budget. */
export type ImportBudget = {
  /** Handle that the upload answered, or the path of a found budget of YNAB4. */
  filepath: string;
  /** What kind of file it is. */
  type: ImportType;
  /** What becomes of a budget on this computer that has the id in the file; without a word it is replaced. Budgets of other programs have no id. */
  existing?: ExistingBudget | null;
};

/** The budgets of YNAB4 in the usual places of this computer. */
export type GetYnab4Files = Record<symbol, never>;

/** The open budget as a zip that every program of this family opens. */
export type ExportBudget = Record<symbol, never>;

/** Keeps a small file for a later import call. */
export type UploadFileWeb = {
  /** Name the file had. */
  filename: string;
  /** Its bytes in base64. */
  contents: string;
};

/** The budgets on the server. */
export type GetRemoteFiles = Record<symbol, never>;

/** One budget on the server. */
export type GetUserFileInfo = {
  /** Its id at the server. */
  fileId: string;
};

/** Sends a whole budget to the server. One that the server does not know becomes a new file there. */
export type UploadBudget = {
  /** The budget; by default the open one. */
  id?: string | null;
};

/**
 * Brings a budget of the server to this computer. An encrypted one whose key is missing is refused
 * with `decrypt-failure` and meta `{isMissingKey: true}`: call `key-test`, then again.
 */
export type DownloadBudget = {
  /** Its id at the server (`cloudFileId`). */
  fileId: string;
  /** Replaces a budget of the same id. Otherwise that is refused with `file-exists` and meta `{id, name}`. */
  replace?: boolean | null;
};

/** Takes the open budget off the server's hands: it becomes a local one. The server keeps its copy. */
export type Unregister = Record<symbol, never>;

/** The address of the sync server in use, null without one. */
export type GetServerUrl = Record<symbol, never>;

/**
 * Chooses a sync server, or none with null. The server is asked first whether it is one; another
 * address than before signs out. At the server that the program serves itself it is signed in at
 * once, if that has a password. Refused with `network-failure` where nobody answers (also for an
 * address without http:// or https://), with `invalid-server` where something else answers.
 */
export type SetServerUrl = {
  /** The address, with or without a path, or null; left out by mistake it would sign out, so it must be given. */
  url: string | null;
  /** False: take the address without asking the server. */
  validate?: boolean | null;
};

/** The version of the sync server in use. */
export type GetServerVersion = Record<symbol, never>;

/** Whether a server still has to be given its first password. */
export type SubscribeNeedsBootstrap = {
  /** The server; by default the one in use. */
  url?: string | null;
};

/** The ways to sign in at the server in use. */
export type SubscribeGetLoginMethods = Record<symbol, never>;

/**
 * Who is signed in at the server: null without a session, and when the server says that the
 * session has ended. Without a server there is somebody once it was said that none is used
 * (`set-server-url` with null) or a budget was made; before that, nobody.
 */
export type SubscribeGetUser = Record<symbol, never>;

/**
 * Gives a new server its password and signs in. A server of ours on another computer, or behind a
 * proxy, wants the code that it showed when it was started: `setup-code-required`,
 * `invalid-setup-code`.
 */
export type SubscribeBootstrap = {
  /** The password; an empty one is refused with `invalid-password`. */
  password: string;
  /** The setup code of the server, where it wants one. */
  setupCode?: string | null;
};

/** Signs in at the server in use. */
export type SubscribeSignIn = {
  /** The password of the server. */
  password: string;
};

/** Forgets the session at the server. Budgets and keys stay on this device. */
export type SubscribeSignOut = Record<symbol, never>;

/** Changes the password of the server; all sessions stay signed in. */
export type SubscribeChangePassword = {
  /** The new password; an empty one is refused with `invalid-password`. */
  password: string;
};

/** Takes over a session that was made elsewhere. */
export type SubscribeSetToken = {
  /** The session token. */
  token: string;
};

/**
 * The devices that are signed in at the server, the one heard of last first. Only servers of ours
 * tell them apart.
 */
export type SubscribeGetSessions = Record<symbol, never>;

/** Signs a device out. Its budgets stay on it. */
export type SubscribeRevokeSession = {
  /** Its session. */
  id: string;
};

/** Signs every device out but this one. */
export type SubscribeSignOutOthers = Record<symbol, never>;

/**
 * The uploads that the server keeps of a budget, newest first. Only servers of ours keep more than
 * one, also of a budget that was deleted there.
 */
export type GetUploads = {
  /** Its id at the server (`cloudFileId`). */
  fileId: string;
};

/**
 * Makes an earlier upload the one that counts, also of a budget that was deleted at the server.
 * Changes since then are dropped there, and every device has to download the budget anew.
 */
export type RestoreUpload = {
  /** Its id at the server (`cloudFileId`). */
  fileId: string;
  /** The upload. */
  uploadId: string;
};

/**
 * Syncs the open budget now and answers when that is done. Without a server, and for a budget
 * that is on none, nothing happens. Refused with the reason as code; every tab is told the same
 * with a `sync-event`.
 */
export type Sync = Record<symbol, never>;

/**
 * Makes this copy of the open budget the one that counts: begins a new sync generation and
 * uploads it. Other devices have to download it, or do the same.
 */
export type SyncReset = Record<symbol, never>;

/** Works out anew, from everything stored, what the server is compared with. Sync afterwards. */
export type SyncRepair = Record<symbol, never>;

/**
 * Encrypts the open budget with a new key made of a password: resets sync and uploads it
 * encrypted. Other devices need the password from then on.
 */
export type KeyMake = {
  /** The password; it is kept nowhere. */
  password: string;
};

/** Tries a password on an encrypted file of the server and keeps its key on this device. */
export type KeyTest = {
  /** The password. */
  password: string;
  /** Id of the file at the server (`cloudFileId`). */
  fileId: string;
};

/** The page came to the front: syncs the open budget soon. */
export type AppFocused = Record<symbol, never>;

/** Makes a backup of a budget now, and removes those that are not to be kept. */
export type BackupMake = {
  /** The budget. */
  id: string;
};

/**
 * The backups of a budget: first what a loaded backup replaced, if one is loaded, then the others,
 * newest first.
 */
export type BackupsGet = {
  /** The budget. */
  id: string;
};

/**
 * Closes a budget for everybody and puts a backup in its place. The budget belongs to no sync
 * generation afterwards, so that no sync brings back what was restored away.
 */
export type BackupLoad = {
  /** The budget. */
  id: string;
  /** The backup. */
  backupId: string;
};

/** Preferences of the open budget. */
export type LoadPrefs = Record<symbol, never>;

/** Merges keys into the preferences of the open budget; null removes a key. */
export type SavePrefs = Prefs;

/** Saves one preference of the open budget, as `save-prefs` does. */
export type PreferencesSave = {
  /** Its key. */
  id: string;
  /** Its value; null removes it. */
  value?: string | null;
};

/** Preferences of this device. */
export type LoadGlobalPrefs = Record<symbol, never>;

/** Merges keys into the preferences of this device; null removes a key. */
export type SaveGlobalPrefs = Prefs;

/** The tour was seen or put aside: it is not shown on this device again. */
export type SetTutorialSeen = Record<symbol, never>;

/** What an older budget should be told about once. New budgets have nothing to be told. */
export type GetUpgradeNotifications = Record<symbol, never>;

/** The open budget was told, and is not told again. */
export type SeenUpgradeNotification = {
  /** What it was told. */
  type: UpgradeNotice;
};

/**
 * The budget that was opened last on this computer, by any browser, and not closed since; null if
 * there is none or it is gone.
 */
export type GetLastOpenedBackup = Record<symbol, never>;

/**
 * The first and last month that have a sheet: from three months before the earliest transaction,
 * or today, to twelve after today. They never shrink while a budget is open.
 */
export type GetBudgetBounds = Record<symbol, never>;

/** The cells a month of the rollover budget shows. */
export type RolloverBudgetMonth = {
  /** The month shown. */
  month: Month;
};

/** The cells a month of the report budget shows. */
export type ReportBudgetMonth = {
  /** The month shown. */
  month: Month;
};

/**
 * The cells that a screen shows of some months, in the mode of the budget. Each id is said once,
 * so several months take little more than one.
 */
export type GetBudgetCells = {
  /** The months, at most 60. */
  months: Array<Month>;
};

/** Switches between envelope (rollover) and tracking (report) budgeting. */
export type BudgetSetType = {
  /** The wanted mode. */
  type: BudgetType;
};

/** Sets what is budgeted to a category in a month. */
export type BudgetBudgetAmount = {
  /** The month. */
  month: Month;
  /** The category. */
  category: CategoryId;
  /** Cents; a value that is no number counts as 0. */
  amount: Amount;
};

/** Lets overspending of a category roll over from a month on, or stops it. */
export type BudgetSetCarryover = {
  /** First month concerned; every later month that has a sheet follows. */
  startMonth: Month;
  /** The category. */
  category: CategoryId;
  /** Whether a negative balance stays in the category. */
  flag: boolean;
};

/** One cell of a sheet. */
export type GetCell = {
  /** `budget{yyyyMM}` or `__global`. */
  sheetName: string;
  /** Name within the sheet. */
  name: string;
};

/** The names of all cells of a sheet. */
export type GetCellNamesInSheet = {
  /** `budget{yyyyMM}` or `__global`. */
  sheetName: string;
};

/**
 * Answers a cell by its name. A name that is no cell is answered with the number its query comes
 * to now; it is not kept.
 */
export type CreateQuery = {
  /** The sheet, normally `__global`. */
  sheetName: string;
  /** Name of the cell. */
  name: string;
  /** The serialized query. */
  query: unknown;
};

/** How a cell comes by its value. */
export type ExplainCell = {
  /** `budget{yyyyMM}` or `__global`. */
  sheetName: string;
  /** Name within the sheet. */
  name: string;
};

/** Computes every cell anew from the database. */
export type ResetBudgetCache = Record<symbol, never>;

/** Runs a serialized query on the open budget. */
export type Query = SerializedQuery;

/**
 * Makes query filters from conditions. Conditions that are not well formed are left out and
 * their errors listed.
 */
export type MakeFiltersFromConditions = {
  /** Conditions `{field, op, value, options?}`, at most 500. */
  conditions: Condition[];
  /** `and` or `or`: how the caller will join the filters. The filters are the same. */
  conditionsOp?: 'and' | 'or';
  /** Whether rows that never have a category are told apart from rows without one; they are unless this is false. */
  applySpecialCases?: boolean;
};

/**
 * Writes the transactions of a query as CSV text; no rows give empty text. What the query selects
 * and its options do not matter.
 */
export type TransactionsExportQuery = {
  /** A serialized query on transactions. */
  query: SerializedQuery;
};

/** All living accounts, in sidebar order. */
export type AccountsGet = Record<symbol, never>;

/**
 * Makes an account at the end of its list, on or off budget, and its transfer payee. A balance
 * becomes a first transaction of today. Answers the new id.
 */
export type AccountCreate = {
  /** Name given by the person. */
  name: string;
  /** Kind of account. */
  type?: AccountType | null;
  /** What is in it, in units such as `12.5`, not in cents. */
  balance?: Amount | null;
  /** Outside the budget. */
  offBudget?: boolean;
  /** Closed from the start. */
  closed?: boolean;
};

/** Renames an account. */
export type AccountUpdate = {
  /** The account. */
  id: AccountId;
  /** Its new name. */
  name: string;
};

/** What is in an account. */
export type AccountProperties = {
  /** The account. */
  id: AccountId;
};

/**
 * Closes an account, or deletes it when it has no transactions. What is left in it goes to another
 * account. One that is closed or gone stays as it is; a link to a bank is taken off, which undo
 * does not bring back.
 */
export type AccountClose = {
  /** The account. */
  id: AccountId;
  /** The account that takes what is left; needed unless that is nothing. */
  transferAccountId?: AccountId | null;
  /** The category the money counts for when it leaves the budget. */
  categoryId?: CategoryId | null;
  /** Deletes the account and all its transactions instead. */
  forced?: boolean;
};

/** Opens a closed account again; the closing transaction stays. */
export type AccountReopen = {
  /** The account. */
  id: AccountId;
};

/** Takes an account off its bank; its transactions stay. Not undoable. */
export type AccountUnlink = {
  /** The account. */
  id: AccountId;
};

/** Moves an account before another one of its list, or to the end. */
export type AccountMove = {
  /** The account. */
  id: AccountId;
  /** The account it goes before; null for the end. */
  targetId?: AccountId | null;
};

/** All living groups and categories in view order. */
export type GetCategories = Record<symbol, never>;

/** Makes a category the first of its group; answers its id. */
export type CategoryCreate = {
  /** Trimmed; must differ from the names in the group. */
  name: string;
  /** The group. */
  groupId: GroupId;
  /** As the caller says; not derived from the group. */
  isIncome?: boolean | null;
};

/** Renames, hides or shows a category. */
export type CategoryUpdate = {
  /** The category. */
  id: CategoryId;
  /** New name, if it changes. */
  name?: string | null;
  /** New hidden flag, if it changes. */
  hidden?: boolean | null;
};

/** Moves a category before another one, or to the end of a group. */
export type CategoryMove = {
  /** The category. */
  id: CategoryId;
  /** The group it goes to. */
  groupId: GroupId;
  /** The category it goes before; null for the end. */
  targetId?: CategoryId | null;
};

/** Deletes a category, moving what it holds to another of the same kind. */
export type CategoryDelete = {
  /** The category. */
  id: CategoryId;
  /** Where its transactions and budgets go. */
  transferId?: CategoryId | null;
};

/** Makes a group after the others; answers its id. */
export type CategoryGroupCreate = {
  /** Must differ from the names of living groups. */
  name: string;
  /** Holds income. */
  isIncome?: boolean | null;
};

/** Renames, hides or shows a group. */
export type CategoryGroupUpdate = {
  /** The group. */
  id: GroupId;
  /** New name, if it changes. */
  name?: string | null;
  /** New hidden flag, if it changes. */
  hidden?: boolean | null;
};

/** Moves a group before another one, or to the end. */
export type CategoryGroupMove = {
  /** The group. */
  id: GroupId;
  /** The group it goes before; null for the end. */
  targetId?: GroupId | null;
};

/** Deletes a group with its categories, moving what they hold to another category. */
export type CategoryGroupDelete = {
  /** The group. */
  id: GroupId;
  /** Where transactions and budgets of its categories go. */
  transferId?: CategoryId | null;
};

/** Whether deleting the category would lose something. */
export type MustCategoryTransfer = {
  /** The category. */
  id: CategoryId;
};

/** All notes that are not empty, by id. */
export type NotesGet = Record<symbol, never>;

/** Writes a note; empty text clears it. */
export type NotesSave = {
  /** What the note belongs to. */
  id: string;
  /** The text, or null; left out by mistake it would clear the note, so it must be given. */
  note: string | null;
};

/**
 * Adds, changes and deletes transactions in one step. Other sides of transfers follow, and parts
 * of a deleted split are deleted with it. Given fields that begin with an underscore are left
 * out, unknown ones refused.
 */
export type TransactionsBatchUpdate = {
  /** New transactions; each may bring its own id. A `payee_name` without a payee stands for the payee of that name, ignoring case, or for a new one. */
  added?: NewTransaction[] | null;
  /** Fields that change; null clears one. */
  updated?: TransactionChange[] | null;
  /** Transactions to delete. */
  deleted?: Array<TransactionRef> | null;
  /** Payees that are made in the same step, for the transactions that name them. One that was made with this id and name before is there already. */
  newPayees?: Array<NewPayee> | null;
  /** Whether other sides of transfers follow; they do unless told otherwise. */
  runTransfers?: boolean | null;
  /** Whether the answer holds the added and deleted rows; it does unless told otherwise. Who listens is told them anyhow. */
  answerRows?: boolean | null;
};

/**
 * Makes one transaction of two of the same account and amount, and answers which one stays: the
 * one the bank knows, else the one whose payee came from the bank, else the earlier one. It takes
 * over what it lacks. Rows with ids are taken as ids.
 */
export type TransactionsMerge = {
  /** The two. */
  ids: [TransactionId, TransactionId];
};

/**
 * Repairs splits that lack what their parent has, parts without parent, and what does not belong
 * to a kind of row. A transfer that loses such an error gets its other side if it lacks one. It is
 * not undone.
 */
export type FixSplitTransactions = Record<symbol, never>;

/** The oldest transaction that is not a part of a split. */
export type GetEarliestTransaction = Record<symbol, never>;

/** The latest transaction that is not a part of a split. */
export type GetLatestTransaction = Record<symbol, never>;

/** All living payees: ordinary ones by name, then those of transfers by account. */
export type PayeesGet = Record<symbol, never>;

/** Makes a payee, also if there is one of that name; answers its id. */
export type PayeeCreate = {
  /** Its name. */
  name: string;
};

/**
 * Deletes, adds and changes payees in one step. Payees of transfers keep their name and are never
 * deleted.
 */
export type PayeesBatchChange = {
  /** New payees. */
  added?: Array<NewPayee> | null;
  /** What changes. */
  updated?: Array<PayeeChange> | null;
  /** Payees to delete. */
  deleted?: Array<PayeeRef> | null;
};

/** Makes payees read as another one and deletes them. Payees of transfers stay as they are. */
export type PayeesMerge = {
  /** The payee that stays. */
  targetId: PayeeId;
  /** Those that become it. */
  mergeIds: Array<PayeeId>;
};

/** Those of some payees that no living transaction uses. */
export type PayeesCheckOrphaned = {
  /** The payees in question. */
  ids: Array<PayeeId>;
};

/** Keeps a filter under a name and returns its id. Takes `{state: filter, filters}` as well. */
export type FilterCreate = {
  /** A name no other filter has, in any case of its letters. */
  name: string;
  /** Conditions `{field, op, value, type?, options?}`, 1 to 500. */
  conditions: Condition[];
  /** How they go together; all of them hold unless told otherwise. */
  conditionsOp?: ConditionsOp | null;
};

/** Changes the given fields of a filter. Takes `{state: filter, filters}` as well. */
export type FilterUpdate = {
  /** Row id. */
  id: string;
  /** New name. */
  name?: string | null;
  /** New conditions. */
  conditions?: Condition[] | null;
  /** How they go together from now on. */
  conditionsOp?: ConditionsOp | null;
};

/** Deletes a filter. What it lists stays as it is. */
export type FilterDelete = {
  /** Row id. */
  id: string;
};

/** Takes back the latest step. */
export type Undo = {
  /** Only if the caller made it: otherwise nothing is done, as if there were none. */
  onlyOwn?: boolean | null;
  /** The number of the step that is meant, as the history event tells it; any other is refused. */
  step?: number;
};

/** Does the step again that was taken back last. */
export type Redo = {
  /** The number of the step that is meant, as the history event tells it; any other is refused. */
  step?: number;
};

/** Code of an error. */
export type ErrorCode =
  | 'unknown-call'
  | 'bad-arguments'
  | 'unauthorized'
  | 'busy'
  | 'internal'
  | 'no-budget-open'
  | 'budget-not-found'
  | 'backup-not-found'
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
  | 'parse-error'
  | 'unknown'
  | 'file-not-found'
  | 'file-exists'
  | 'upload-too-large'
  | 'category-type'
  | 'no-categories'
  | 'category-exists'
  | 'too-many-categories'
  | 'group-not-found'
  | 'group-exists'
  | 'last-income-group'
  | 'account-not-found'
  | 'account-closed'
  | 'transfer-required'
  | 'transfer-to-itself'
  | 'too-many-accounts'
  | 'name-required'
  | 'name-too-long'
  | 'note-too-long'
  | 'transaction-not-found'
  | 'transaction-exists'
  | 'invalid-transaction'
  | 'too-many-rows'
  | 'payee-not-found'
  | 'payee-exists'
  | 'filter-not-found'
  | 'filter-exists'
  | 'invalid-condition'
  | 'another-step'
  | 'amount-too-large'
  | 'invalid-query'
  | 'query-too-large'
  | 'invalid-prefs'
  | 'unknown-cell'
  | 'clock-drift'
  | 'no-server'
  | 'invalid-server'
  | 'server-moved'
  | 'network-failure'
  | 'network'
  | 'broken-answer'
  | 'too-large'
  | 'token-expired'
  | 'invalid-password'
  | 'already-bootstrapped'
  | 'setup-code-required'
  | 'invalid-setup-code'
  | 'too-many-requests'
  | 'not-supported'
  | 'upload-not-found'
  | 'beta-version'
  | 'out-of-sync'
  | 'apply-failure'
  | 'file-old-version'
  | 'file-needs-upload'
  | 'file-key-mismatch'
  | 'file-has-reset'
  | 'file-has-new-key'
  | 'encrypt-failure'
  | 'decrypt-failure'
  | 'not-encrypted'
  | 'old-key-style'
  | 'storage-full'
  | 'too-many-files'
  | 'path-taken'
  | 'budget-moved'
  | 'data-dir-in-use';

/** Every call: its arguments and its result. */
export interface Calls {
  'get-budgets': { args: GetBudgets; result: Array<BudgetFile> };
  'create-budget': { args: CreateBudget; result: BudgetRef };
  'create-demo-budget': { args: CreateDemoBudget; result: BudgetRef };
  'load-budget': { args: LoadBudget; result: OpenedBudget };
  'resume-budget': { args: ResumeBudget; result: Resumed };
  'close-budget': { args: CloseBudget; result: null };
  'delete-budget': { args: DeleteBudget; result: null };
  'import-budget': { args: ImportBudget; result: BudgetRef };
  'get-ynab4-files': { args: GetYnab4Files; result: Array<Ynab4File> };
  'export-budget': { args: ExportBudget; result: ExportedBudget };
  'upload-file-web': { args: UploadFileWeb; result: UploadedFile };
  'get-remote-files': { args: GetRemoteFiles; result: Array<RemoteBudgetFile> };
  'get-user-file-info': { args: GetUserFileInfo; result: RemoteBudgetFile };
  'upload-budget': { args: UploadBudget; result: null };
  'download-budget': { args: DownloadBudget; result: BudgetRef };
  'unregister': { args: Unregister; result: null };
  'get-server-url': { args: GetServerUrl; result: string | null };
  'set-server-url': { args: SetServerUrl; result: null };
  'get-server-version': { args: GetServerVersion; result: ServerVersion };
  'subscribe-needs-bootstrap': { args: SubscribeNeedsBootstrap; result: NeedsBootstrap };
  'subscribe-get-login-methods': { args: SubscribeGetLoginMethods; result: Array<LoginMethod> };
  'subscribe-get-user': { args: SubscribeGetUser; result: UserData | null };
  'subscribe-bootstrap': { args: SubscribeBootstrap; result: null };
  'subscribe-sign-in': { args: SubscribeSignIn; result: null };
  'subscribe-sign-out': { args: SubscribeSignOut; result: null };
  'subscribe-change-password': { args: SubscribeChangePassword; result: null };
  'subscribe-set-token': { args: SubscribeSetToken; result: null };
  'subscribe-get-sessions': { args: SubscribeGetSessions; result: Array<DeviceSession> };
  'subscribe-revoke-session': { args: SubscribeRevokeSession; result: null };
  'subscribe-sign-out-others': { args: SubscribeSignOutOthers; result: SignedOut };
  'get-uploads': { args: GetUploads; result: Array<KeptUpload> };
  'restore-upload': { args: RestoreUpload; result: null };
  'sync': { args: Sync; result: null };
  'sync-reset': { args: SyncReset; result: null };
  'sync-repair': { args: SyncRepair; result: null };
  'key-make': { args: KeyMake; result: null };
  'key-test': { args: KeyTest; result: null };
  'app-focused': { args: AppFocused; result: null };
  'backup-make': { args: BackupMake; result: null };
  'backups-get': { args: BackupsGet; result: Array<Backup> };
  'backup-load': { args: BackupLoad; result: null };
  'load-prefs': { args: LoadPrefs; result: { [key in string]: JsonValue } };
  'save-prefs': { args: SavePrefs; result: null };
  'preferences/save': { args: PreferencesSave; result: null };
  'load-global-prefs': { args: LoadGlobalPrefs; result: { [key in string]: JsonValue } };
  'save-global-prefs': { args: SaveGlobalPrefs; result: null };
  'set-tutorial-seen': { args: SetTutorialSeen; result: null };
  'get-upgrade-notifications': { args: GetUpgradeNotifications; result: Array<UpgradeNotice> };
  'seen-upgrade-notification': { args: SeenUpgradeNotification; result: null };
  'get-last-opened-backup': { args: GetLastOpenedBackup; result: string | null };
  'get-budget-bounds': { args: GetBudgetBounds; result: BudgetBounds };
  'rollover-budget-month': { args: RolloverBudgetMonth; result: Array<NamedCell> };
  'report-budget-month': { args: ReportBudgetMonth; result: Array<NamedCell> };
  'get-budget-cells': { args: GetBudgetCells; result: BudgetCells };
  'budget-set-type': { args: BudgetSetType; result: null };
  'budget/budget-amount': { args: BudgetBudgetAmount; result: null };
  'budget/set-carryover': { args: BudgetSetCarryover; result: null };
  'getCell': { args: GetCell; result: NamedCell };
  'getCellNamesInSheet': { args: GetCellNamesInSheet; result: Array<string> };
  'create-query': { args: CreateQuery; result: NamedCell };
  'explain-cell': { args: ExplainCell; result: ExplainedCell };
  'reset-budget-cache': { args: ResetBudgetCache; result: null };
  'query': { args: Query; result: QueryAnswer };
  'make-filters-from-conditions': { args: MakeFiltersFromConditions; result: MadeFilters };
  'transactions-export-query': { args: TransactionsExportQuery; result: string };
  'accounts-get': { args: AccountsGet; result: Array<Account> };
  'account-create': { args: AccountCreate; result: string };
  'account-update': { args: AccountUpdate; result: AccountUpdated };
  'account-properties': { args: AccountProperties; result: AccountFigures };
  'account-close': { args: AccountClose; result: null };
  'account-reopen': { args: AccountReopen; result: null };
  'account-unlink': { args: AccountUnlink; result: null };
  'account-move': { args: AccountMove; result: null };
  'get-categories': { args: GetCategories; result: Categories };
  'category-create': { args: CategoryCreate; result: string };
  'category-update': { args: CategoryUpdate; result: null };
  'category-move': { args: CategoryMove; result: null };
  'category-delete': { args: CategoryDelete; result: null };
  'category-group-create': { args: CategoryGroupCreate; result: string };
  'category-group-update': { args: CategoryGroupUpdate; result: null };
  'category-group-move': { args: CategoryGroupMove; result: null };
  'category-group-delete': { args: CategoryGroupDelete; result: null };
  'must-category-transfer': { args: MustCategoryTransfer; result: boolean };
  'notes-get': { args: NotesGet; result: { [key in string]: string } };
  'notes-save': { args: NotesSave; result: null };
  'transactions-batch-update': { args: TransactionsBatchUpdate; result: BatchUpdated };
  'transactions-merge': { args: TransactionsMerge; result: TransactionId };
  'tools/fix-split-transactions': { args: FixSplitTransactions; result: FixedSplits };
  'get-earliest-transaction': { args: GetEarliestTransaction; result: Transaction | null };
  'get-latest-transaction': { args: GetLatestTransaction; result: Transaction | null };
  'payees-get': { args: PayeesGet; result: Array<Payee> };
  'payee-create': { args: PayeeCreate; result: string };
  'payees-batch-change': { args: PayeesBatchChange; result: null };
  'payees-merge': { args: PayeesMerge; result: null };
  'payees-check-orphaned': { args: PayeesCheckOrphaned; result: Array<PayeeId> };
  'filter-create': { args: FilterCreate; result: string };
  'filter-update': { args: FilterUpdate; result: null };
  'filter-delete': { args: FilterDelete; result: null };
  'undo': { args: Undo; result: UndoneStep | null };
  'redo': { args: Redo; result: UndoneStep | null };
}

/**
 * What a call does: a `query` reads the open budget, a `mutation` changes it, a `control` acts on
 * files and sessions, and a `lookup` is a control that changes nothing.
 */
export type Lane = 'query' | 'mutation' | 'control' | 'lookup';

/** The lane of every call. */
export const LANES: Record<keyof Calls, Lane> = {
  'get-budgets': 'lookup',
  'create-budget': 'control',
  'create-demo-budget': 'control',
  'load-budget': 'lookup',
  'resume-budget': 'lookup',
  'close-budget': 'control',
  'delete-budget': 'control',
  'import-budget': 'control',
  'get-ynab4-files': 'lookup',
  'export-budget': 'lookup',
  'upload-file-web': 'control',
  'get-remote-files': 'lookup',
  'get-user-file-info': 'lookup',
  'upload-budget': 'control',
  'download-budget': 'control',
  'unregister': 'control',
  'get-server-url': 'lookup',
  'set-server-url': 'control',
  'get-server-version': 'lookup',
  'subscribe-needs-bootstrap': 'lookup',
  'subscribe-get-login-methods': 'lookup',
  'subscribe-get-user': 'lookup',
  'subscribe-bootstrap': 'control',
  'subscribe-sign-in': 'control',
  'subscribe-sign-out': 'control',
  'subscribe-change-password': 'control',
  'subscribe-set-token': 'control',
  'subscribe-get-sessions': 'lookup',
  'subscribe-revoke-session': 'control',
  'subscribe-sign-out-others': 'control',
  'get-uploads': 'lookup',
  'restore-upload': 'control',
  'sync': 'control',
  'sync-reset': 'control',
  'sync-repair': 'control',
  'key-make': 'control',
  'key-test': 'control',
  'app-focused': 'control',
  'backup-make': 'control',
  'backups-get': 'lookup',
  'backup-load': 'control',
  'load-prefs': 'query',
  'save-prefs': 'mutation',
  'preferences/save': 'mutation',
  'load-global-prefs': 'lookup',
  'save-global-prefs': 'control',
  'set-tutorial-seen': 'control',
  'get-upgrade-notifications': 'query',
  'seen-upgrade-notification': 'mutation',
  'get-last-opened-backup': 'lookup',
  'get-budget-bounds': 'query',
  'rollover-budget-month': 'query',
  'report-budget-month': 'query',
  'get-budget-cells': 'query',
  'budget-set-type': 'mutation',
  'budget/budget-amount': 'mutation',
  'budget/set-carryover': 'mutation',
  'getCell': 'query',
  'getCellNamesInSheet': 'query',
  'create-query': 'query',
  'explain-cell': 'query',
  'reset-budget-cache': 'control',
  'query': 'query',
  'make-filters-from-conditions': 'query',
  'transactions-export-query': 'query',
  'accounts-get': 'query',
  'account-create': 'mutation',
  'account-update': 'mutation',
  'account-properties': 'query',
  'account-close': 'mutation',
  'account-reopen': 'mutation',
  'account-unlink': 'mutation',
  'account-move': 'mutation',
  'get-categories': 'query',
  'category-create': 'mutation',
  'category-update': 'mutation',
  'category-move': 'mutation',
  'category-delete': 'mutation',
  'category-group-create': 'mutation',
  'category-group-update': 'mutation',
  'category-group-move': 'mutation',
  'category-group-delete': 'mutation',
  'must-category-transfer': 'query',
  'notes-get': 'query',
  'notes-save': 'mutation',
  'transactions-batch-update': 'mutation',
  'transactions-merge': 'mutation',
  'tools/fix-split-transactions': 'mutation',
  'get-earliest-transaction': 'query',
  'get-latest-transaction': 'query',
  'payees-get': 'query',
  'payee-create': 'mutation',
  'payees-batch-change': 'mutation',
  'payees-merge': 'mutation',
  'payees-check-orphaned': 'query',
  'filter-create': 'mutation',
  'filter-update': 'mutation',
  'filter-delete': 'mutation',
  'undo': 'control',
  'redo': 'control',
};

/** Every pushed event. */
export interface Events {
  'hello': Hello;
  'today-changed': TodayChanged;
  'cells-changed': CellsChanged;
  'sync-event': SyncEvent;
  'undo-event': UndoEvent;
  'history': HistoryEvent;
  'prefs-updated': Nothing;
  'orphaned-payees': OrphanedPayees;
  'start-load': Nothing;
  'finish-load': Nothing;
  'start-import': Nothing;
  'finish-import': Nothing;
  'show-budgets': Nothing;
  'budget-closed': BudgetClosed;
  'backups-updated': BackupsUpdated;
  'update-loading-status': LoadingStatus;
  'server-error': ServerError;
  'fallback-write-error': ServerError;
}
