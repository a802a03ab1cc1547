// Generated from the tables of the contract by `npm run gen`. Do not edit.

/** A month, yyyy-MM. */
export type Month = string;

/** A day, yyyy-MM-dd. */
export type Day = string;

/** Whole cents. */
export type Amount = number;

/** Typed text: accepts plain text, but no id of another kind. */
type Id<Kind extends string> = string & { readonly kind?: Kind };
export type AccountId = Id<'account'>;
export type CategoryId = Id<'category'>;
export type GroupId = Id<'group'>;
export type PayeeId = Id<'payee'>;
export type TransactionId = Id<'transaction'>;
export type FilterId = Id<'filter'>;
export type RuleId = Id<'rule'>;
export type ScheduleId = Id<'schedule'>;

/** Cents, a flag, or null for a cell that does not exist. */
export type CellValue = number | boolean | null;

/** A cell's full name, {sheet}!{cell}, and its value. */
export type Cell = [name: string, value: CellValue];

/** Mode of a budget: envelopes (rollover) or tracking (report). */
export type BudgetType = 'rollover' | 'report';

export type JsonValue = unknown;

/** Preferences by key. */
export type Prefs = Record<string, unknown>;

/** A query of the serialized query language. */
export type SerializedQuery = Record<string, unknown>;

/** The error of a split: the difference between its amount and its lines, in cents. */
export type SplitError = {
  type: 'SplitTransactionError';
  version: 1;
  difference: number;
};

/** A transaction to add, optionally with its own id and a payee by name. */
export type NewTransaction = Partial<Transaction> & {
  account: string;
  date: string;
  payee_name?: string | null;
};

/** Changed fields of a transaction; null clears a field. */
export type TransactionChange = Partial<Transaction> & { id: string };

/** Most rows that one call may add, change and delete together. */
export const ROWS_PER_CALL = 100000;

/** Most bytes of the arguments of one call. */
export const ARGUMENT_BYTES = 16777216;

/** The most that a balance may be, `weekly` from `start`. */
export type TemplateLimit = {
  amount: number;
  period: 'monthly' | 'weekly' | 'daily';
  start?: Day | null;
  /** Whether money beyond the limit stays in the category. */
  hold?: boolean | null;
};

/** What to add to a computed amount: units of the currency, or percent of it. */
export type TemplateAdjustment = {
  adjustment?: number;
  adjustmentType?: 'percent' | 'fixed';
};

/** An amount to have by a month; `annual` is absent if it does not repeat. */
export type TemplateTarget = {
  amount: number;
  month: Month;
  from: Month | null;
  annual?: boolean;
  repeat?: number;
};

/** What a template line budgets. Amounts are units of the currency, such as 12.5. */
export type Template =
  | { type: 'simple'; monthly: number | null; limit: TemplateLimit | null }
  | { type: 'percentage'; percent: number; previous: boolean; category: string }
  | {
      type: 'periodic';
      amount: number;
      period: { period: 'day' | 'week' | 'month' | 'year'; amount: number };
      starting: Day;
      limit: TemplateLimit | null;
    }
  | ({ type: 'by' | 'spend' } & TemplateTarget)
  | ({ type: 'schedule'; name: string; full: boolean | null } & TemplateAdjustment)
  | { type: 'remainder'; weight: number; limit: TemplateLimit | null }
  | ({ type: 'average'; numMonths: number } & TemplateAdjustment)
  | { type: 'copy'; lookBack: number; limit: null }
  | { type: 'goal'; amount: number };

/** A template line. Lower priorities get money first; remainders, goals none. */
export type TemplateLine = Template & {
  priority: number | null;
  directive: 'template' | 'goal';
  description?: string;
};

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
  /** Name given by the user. */
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
  /** The status of its last bank sync, as `BankSyncStatus`. */
  bankSyncStatus?: string;
};

/** Balance and number of transactions of an account. */
export type AccountFigures = {
  /** Cents, over the rows that are not deleted. Split lines count, their parents do not. */
  balance: number;
  /** How many rows are not deleted, split parents and lines included. */
  numTransactions: number;
};

/** Kinds of accounts that can be created. */
export type AccountType = "checking" | "savings" | "credit" | "investment" | "mortgage" | "debt" | "other";

/** Result of changing an account. */
export type AccountUpdated = Record<symbol, never>;

/** One backup of a budget. */
export type Backup = {
  /** Name of its file. */
  id: string;
  /** Local date and time of the backup, as `yyyy-MM-dd H:mm`; null for the one with `is_latest`. */
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
  /** Name given by the user. */
  name: string;
  /** The group it belongs to. */
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
  /** Name given by the user. */
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

/** The open budget was closed by another session or the program. */
export type BudgetClosed = {
  /** The budget. */
  id: string;
  /** Why, in words. */
  message: string;
};

/** Progress of opening or downloading a budget. */
export type LoadingStatus = {
  /** The current step. */
  status: 'downloading' | 'checking' | 'opening';
};

/** A background task failed, so there is no call to return the error. */
export type ServerError = {
  /** The error code, such as `storage-full`. */
  code: string;
  /** What failed and why, in words. */
  message: string;
};

/** Cells whose values changed. */
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

/** The first event of a connection. */
export type Hello = {
  /** This session's id, as other events name it. */
  session: string;
  /** Version of the program. */
  version: string;
  /** Today, as the program sees it. */
  today: Day;
};

/** The day has changed. */
export type TodayChanged = {
  /** Today, as the program sees it. */
  today: Day;
};

/** What undo and redo would do now. */
export type HistoryEvent = {
  /** The step that undo would take back. */
  undo: HistoryStep | null;
  /** The step that redo would repeat. */
  redo: HistoryStep | null;
};

/** A step that can be undone or redone. */
export type HistoryStep = {
  /** Its number, unique while the budget is open. */
  number: number;
  /** Its name, if its caller gave one. */
  name: StepName | null;
  /** The session that made it. */
  session: string | null;
};

/** An event without content. */
export type NoContent = Record<symbol, never>;

/** Changed transactions left payees that no transaction uses any more. */
export type OrphanedPayees = {
  /** The unused payees. */
  orphanedIds: Array<PayeeId>;
  /** The new payees of the transactions, in order. */
  updatedPayeeIds: Array<PayeeId>;
  /** The session that changed them. */
  origin: string | null;
};

/**
 * Rows were written (`applied`), or a sync started, succeeded or failed. Only `applied` names
 * tables and rows. A new tab receives the latest of the others when it loads a budget.
 */
export type SyncEvent = {
  /** `applied` for every write, local or received; `unauthorized` when the session at the server has ended. */
  type: 'applied' | 'success' | 'error' | 'start' | 'unauthorized';
  /** Why a sync failed: `network`, `out-of-sync`, `file-has-reset` and so on. */
  subtype?: string;
  /** Details: `{isMissingKey: true}` for `encrypt-failure` and `decrypt-failure`, `{offsetMs}` for a `clock-drift` that was corrected with the server's time, and for every success while the clock is off. */
  meta?: { isMissingKey?: boolean; offsetMs?: number };
  /** Tables written. */
  tables: Array<string>;
  /** Ids of the written rows by table, so that a tab can patch its loaded rows; null if too many rows were written. */
  rows: Record<string, string[]> | null;
  /** The written transactions as `query` returns them with `splits: grouped`, each in its whole split. Deleted ones are missing. Absent if none or many were written. They may be of a later revision. */
  transactions?: QueryRows['transactions'][];
  /** Revision of the budget after the write. */
  revision: number;
  /** The session whose call caused it, if any. */
  origin: string | null;
};

/** A step was undone or redone. */
export type UndoEvent = {
  /** Tables touched, each once. */
  tables: Array<string>;
  /** The cells written, as messages without timestamps; empty if there are too many. */
  messages: unknown[];
  /** Where the step happened: the first place that still exists, if any. */
  place: StepPlace | null;
  /** Tag of the original call. */
  undoTag: string | null;
  /** Name of the step, if its caller gave one. */
  name: StepName | null;
  /** Data of the step: {targetId, mergeIds} for merged payees. */
  meta?: unknown;
  /** `undo` or `redo`. */
  kind: 'undo' | 'redo';
  /** The session that requested it. */
  origin: string | null;
};

/** An entry of the list of budgets. */
export type BudgetFile = {
  /** Name of its folder; empty for a budget that is only on the server. */
  id: string;
  /** Name given by the user. */
  name: string;
  /** File id on the server. */
  cloudFileId?: string;
  /** Sync generation. */
  groupId?: string;
  /** Key the file is encrypted with. */
  encryptKeyId?: string;
  /** Whether this device has that key. */
  hasKey: boolean;
  /** Deleted on the server. */
  deleted: boolean;
  /** Its sync state. */
  state: FileState;
  /** Last change on this device, in milliseconds since 1970; none without a copy here. */
  changedMs?: number;
  /** Size of the copy on this device. */
  bytes?: number;
};

/** The id of a created or opened budget. */
export type BudgetRef = {
  /** Name of its folder. */
  id: string;
};

/** A budget on the server. */
export type RemoteBudgetFile = {
  /** Its id on the server. */
  fileId: string;
  /** Sync generation; null between a reset and the next upload. */
  groupId: string | null;
  /** Name given by the user. */
  name: string;
  /** Whether it is deleted. */
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

/** Sync state of a budget. */
export type FileState = "unknown" | "synced" | "detached" | "broken" | "local" | "remote";

/** How to treat an existing budget with the id of the imported one. */
export type ExistingBudget = "replace" | "refuse" | "keep";

/** Kinds of whole-budget files. */
export type ImportType = "actual" | "ynab4" | "ynab5";

/** State of a budget at opening. */
export type OpenedBudget = {
  /** The budget. */
  id: string;
  /** The last commit whose events were all sent; later commits follow as events. */
  revision: number;
  /** The session, as events name it. */
  session: string;
};

/** Whether the missed events could be sent again. */
export type Resumed = {
  /** False: too much was missed, so reload everything. */
  caughtUp: boolean;
  /** The last commit whose events were all sent; later commits follow as events. */
  revision: number;
};

/** Where an uploaded file is stored: an opaque handle, not a path. */
export type UploadedFile = {
  /** The handle. */
  filepath: string;
};

/** A stored upload. */
export type KeptUpload = {
  /** Its id. */
  id: string;
  /** Time of the upload, in milliseconds since 1970. */
  madeMs: number;
  /** Its size. */
  bytes: number;
  /** Name of the budget at that time. */
  name: string;
  /** Whether this upload is the current one, which devices download. */
  current: boolean;
};

/** A YNAB4 budget that was found. */
export type Ynab4File = {
  /** Its name. */
  name: string;
  /** Path of its folder; `import-budget` accepts it as a file path. */
  filepath: string;
};

/**
 * A condition of a filter or rule. Calls take it as JSON and report its errors, so this type only
 * documents its form.
 */
export type Condition = {
  /** The transaction field to compare. */
  field: ConditionField;
  /** The operator; not every field allows every operator. */
  op: ConditionOp;
  /** The value to compare with: text, an id, cents, a day, month or year, a list of them, or `{num1, num2}`. */
  value: unknown;
  /** The field's type; for editors, ignored when the condition is checked. */
  type?: 'id' | 'number' | 'boolean' | 'date' | 'string';
  /** How to interpret the value. */
  options?: ConditionOptions;
};

/** How to interpret the value of a condition. */
export type ConditionOptions = {
  /** The date is a month. */
  month?: boolean;
  /** The date is a year. */
  year?: boolean;
  /** Inflows only. */
  inflow?: boolean;
  /** Outflows only, compared without their sign. */
  outflow?: boolean;
};

/** How the conditions of a rule or filter combine. */
export type ConditionsOp = "and" | "or";

/** A column of a budget month that steps write. */
export type BudgetMeasure = "budgeted" | "balance";

/** Where an undo step happened, so that a tab can show the place. */
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

/** A fact of a step's sentence: a count or an amount in cents; a name, a day or a month. */
export type StepFact = number | string;

/** Name of a step as data: clients make the sentence, each in its own language. */
export type StepName = {
  /** Key of the sentence in the client's texts; `named` brings the sentence as its `name`. */
  key: string;
  /** Facts of the sentence by name. */
  params: { [key in string]: StepFact };
};

/** What an undo or redo changed; absent when there was nothing to do. */
export type UndoneStep = {
  /** Its number. */
  number: number;
  /** Its name, if its caller gave one. */
  name: StepName | null;
  /** Tag the client passed with the original call. */
  undoTag: string | null;
  /** Tables touched, each once. */
  tables: Array<string>;
};

/** A payee to add. */
export type NewPayee = {
  /** Its id; generated if absent. */
  id?: PayeeId | null;
  /** Its name. */
  name: string;
};

/** A payee. */
export type Payee = {
  /** Row id. */
  id: PayeeId;
  /** Its name; for a transfer payee the account's. */
  name: string;
  /** The account of a transfer payee. */
  transfer_acct: AccountId | null;
  /** Always false here. */
  tombstone: boolean;
  /** Listed first in the picker. */
  favorite: boolean;
  /** Whether rules are learned from its categories. */
  learn_categories: boolean;
};

/** Changed fields of a payee. */
export type PayeeChange = {
  /** The payee. */
  id: PayeeId;
  /** New name. */
  name?: string | null;
  /** New favorite flag. */
  favorite?: boolean | null;
  /** Whether rules are learned from its categories. */
  learn_categories?: boolean | null;
};

/** A payee by id; its other fields are ignored. */
export type PayeeRef = {
  /** Row id. */
  id: PayeeId;
};

/** Filters of the query language, one for each valid condition. */
export type MadeFilters = {
  /** In the order of the conditions. */
  filters: Record<string, unknown>[];
  /** Names of the errors of the others. */
  errors: Array<string>;
};

/** The rows and the tables they were read from. */
export type QueryAnswer = {
  /** Rows, or the one value of a calculation. */
  data: unknown;
  /** Tables involved; when one of them changes, run the query again. */
  dependencies: Array<string>;
};

/** A signed-in device. */
export type DeviceSession = {
  /** Id of its session; it grants no access. */
  id: string;
  /** The name its program sent, such as `sobre/0.1.0 (desk; linux)`. */
  name: string;
  /** Time of its sign-in, in milliseconds since 1970. */
  madeMs: number;
  /** Time of its last request, in milliseconds since 1970. */
  usedMs: number;
  /** Whether it is this device. */
  current: boolean;
};

/** One way to sign in. */
export type LoginMethod = {
  /** `password`, or a method unknown to this program. */
  method: string;
  /** Whether it is enabled. */
  active: boolean;
  /** Its display name. */
  displayName: string;
};

/** Setup state of a server. */
export type NeedsBootstrap = {
  /** Whether it has a password: if so sign in, else set one. */
  bootstrapped: boolean;
  /** The ways to sign in; empty before setup and for old servers. */
  availableLoginMethods: Array<LoginMethod>;
  /** Whether setting the first password from here requires the server's setup code. */
  needsSetupCode: boolean;
};

/** Version of the server. */
export type ServerVersion = {
  /** For example `26.9.0`. */
  version: string;
};

/** How many devices were signed out. */
export type SignedOut = {
  /** Their number. */
  ended: number;
};

/** A signed-in user. */
export type UserData = {
  /** Whether the server could not be reached to check the session. */
  offline: boolean;
};

/**
 * A kind of notice for older budgets; the preference `notifications.{type}` records that it was
 * shown.
 */
export type UpgradeNotice = "repair-splits";

/** Result of a batch, with its indirect changes. */
export type BatchUpdated = {
  /** The new transactions, before the other sides of transfers were updated. */
  added: Array<Transaction>;
  /** Fields of the given rows that the transfer update changed, to merge into them. */
  updated: TransactionChange[];
  /** The deleted transactions, split lines included. */
  deleted: Array<Transaction>;
  /** Always empty: an error rejects the whole batch. */
  errors: Array<string>;
};

/** Number of rows repaired or to be repaired, by kind. */
export type FixedSplits = {
  /** Split lines without payee that received their parent's. */
  numBlankPayees: number;
  /** Split lines whose cleared flag was set to their parent's. */
  numCleared: number;
  /** Split lines without a parent that were deleted. */
  numDeleted: number;
  /** Transfers between two accounts on budget, or two off budget, that had a category. */
  numTransfersFixed: number;
  /** Rows other than split parents that had a split error. */
  numNonParentErrorsFixed: number;
  /** Split parents that had a category. */
  numParentTransactionsWithCategoryFixed: number;
  /** Splits whose lines do not add up; they are reported, not changed. */
  mismatchedSplits: Array<MismatchedSplit>;
};

/** A split whose lines do not add up. */
export type MismatchedSplit = {
  /** Its lines. */
  subtransactions: Array<Transaction>;
  /** Row id. */
  id: TransactionId;
  /** A split parent: its children carry the categories. */
  is_parent: boolean;
  /** A split line. */
  is_child: boolean;
  /** Its split parent. */
  parent_id: TransactionId | null;
  /** The account. */
  account: AccountId;
  /** The category; none for split parents. */
  category: CategoryId | null;
  /** Cents; negative for spending. */
  amount: number;
  /** The payee. */
  payee: PayeeId | null;
  /** Notes of the user. */
  notes: string | null;
  /** The day, yyyy-MM-dd. */
  date: string;
  /** Id from the bank. */
  imported_id: string | null;
  /** The error of a split: {type, version, difference}. */
  error: SplitError | null;
  /** Payee as the bank sent it. */
  imported_payee: string | null;
  /** The starting transaction of an account. */
  starting_balance_flag: boolean;
  /** The other side of a transfer. */
  transfer_id: TransactionId | null;
  /** Place within the day; larger is higher up. */
  sort_order: number | null;
  /** Confirmed by the bank. */
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
  /** A split parent: its children carry the categories. */
  is_parent: boolean;
  /** A split line. */
  is_child: boolean;
  /** Its split parent. */
  parent_id: TransactionId | null;
  /** The account. */
  account: AccountId;
  /** The category; none for split parents. */
  category: CategoryId | null;
  /** Cents; negative for spending. */
  amount: number;
  /** The payee. */
  payee: PayeeId | null;
  /** Notes of the user. */
  notes: string | null;
  /** The day, yyyy-MM-dd. */
  date: string;
  /** Id from the bank. */
  imported_id: string | null;
  /** The error of a split: {type, version, difference}. */
  error: SplitError | null;
  /** Payee as the bank sent it. */
  imported_payee: string | null;
  /** The starting transaction of an account. */
  starting_balance_flag: boolean;
  /** The other side of a transfer. */
  transfer_id: TransactionId | null;
  /** Place within the day; larger is higher up. */
  sort_order: number | null;
  /** Confirmed by the bank. */
  cleared: boolean;
  /** Locked by a reconciliation. */
  reconciled: boolean;
  /** Deleted. */
  tombstone: boolean;
  /** The schedule it belongs to. */
  schedule: string | null;
};

/** A transaction by id; its other fields are ignored. */
export type TransactionRef = {
  /** Row id. */
  id: string;
};

/** The cells of some months. */
export type BudgetCells = {
  /** The cell names, the same for each month. */
  blocks: Array<CellBlock>;
  /** The months asked for, in the same order. */
  months: Array<MonthValues>;
};

/** Cells that each month has: every prefix combined with every id. */
export type CellBlock = {
  /** Prefixes of cell names, or whole names. */
  beginnings: string[];
  /** Ids of groups or categories; one empty id if the names are whole. */
  ids: Array<string>;
};

/** The budgeted amount of a category in a month. */
export type BudgetedAmount = {
  /** The month. */
  month: Month;
  /** The category. */
  category: CategoryId;
  /** Cents. */
  amount: Amount;
};

/** The values of a month. */
export type MonthValues = {
  /** The month. */
  month: Month;
  /** A value for each name: by block, then by id. */
  values: CellValue[];
};

/** A cell and its value. */
export type NamedCell = {
  /** `{sheet}!{cell}`, or the cell name alone if the sheet is known. */
  name: string;
  /** Cents, a flag, or null for a cell that does not exist. */
  value: CellValue;
};

/** An overspent category after covering. */
export type CoveredCategory = {
  /** The category. */
  category: CategoryId;
  /** Cents that it got. */
  covered: Amount;
  /** Cents that it still lacks. */
  uncovered: Amount;
};

/** The overspent categories of a month, in the order of the budget. */
export type CoveredOverspending = {
  /** Each with its share. */
  categories: Array<CoveredCategory>;
};

/** One change of a cell. */
export type CellChange = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** What changed it. */
  kind: ChangeKind;
  /** The name of the step, if it has one. */
  name: StepName | null;
  /** The value before. */
  before: CellValue;
  /** The value after. */
  after: CellValue;
};

/** The last changes of a cell. */
export type CellChanges = {
  /** Newest first. */
  changes: Array<CellChange>;
  /** Milliseconds since 1970. Changes before it are not known: the budget was opened then, or too many cells have changed since. */
  since: number;
};

/** What changed a cell. */
export type ChangeKind = "call" | "undo" | "redo" | "sync" | "program";

/** A formula in words, the cells it reads and those that read it. */
export type ExplainedCell = {
  /** `{sheet}!{cell}`. */
  name: string;
  /** Current value. */
  value: CellValue;
  /** The formula in words. */
  formula: string;
  /** The cells it reads, with their values. */
  inputs: Array<NamedCell>;
  /** The cells that read it, with their values. */
  dependents: Array<NamedCell>;
};

/**
 * An action on each transaction that meets a rule's conditions. Calls take it as JSON and report
 * its errors, so this type only documents its form.
 */
export type Action = {
  /** The kind. */
  op: 'set' | 'set-split-amount' | 'link-schedule' | 'prepend-notes' | 'append-notes' | 'delete-transaction';
  /** The field that `set` sets. */
  field?: ConditionField | null;
  /** The new value: text, an id, cents, a day, true or false; percent for `fixed-percent`; the schedule to link to. */
  value: unknown;
  /** The field's type; for editors, ignored when the action is checked. */
  type?: 'id' | 'number' | 'boolean' | 'date' | 'string';
  /** How to interpret the action. */
  options?: ActionOptions;
};

/** How to interpret an action. */
export type ActionOptions = {
  /** The split line that the action makes or fills, from 1; 0 or absent for the transaction. */
  splitIndex?: number;
  /** How a split line gets its amount. */
  method?: 'fixed-amount' | 'fixed-percent' | 'remainder' | 'formula';
  /** A text with values of the transaction, such as `Paid {{imported_payee}}`, used in place of the value. An amount is in cents. */
  template?: string;
  /** A formula such as `=amount / 200`, used in place of the value. It reads amounts in cents and returns them in units of the currency. */
  formula?: string;
};

/** An occasion on which a category is written. */
export type CategoryOccasion = "imported" | "added" | "edited";

/** Why a transaction has its category or has none, as far as it is known. */
export type CategoryReason = {
  /** The category; null if there is none. */
  category: string | null;
  /** When the category was written; null if the history of the budget does not reach back so far. */
  written: CategoryWrite | null;
  /** Whether that was another category, which was deleted since and moved its transactions here. */
  isMoved: boolean;
  /** The rule that decides about the category when the rules run on the transaction as it is today; null if none does. */
  rule: DecidingRule | null;
};

/**
 * When the category of a transaction was last written; for one that never had any, when it was
 * added.
 */
export type CategoryWrite = {
  /** Milliseconds since 1970. */
  at: number;
  /** On what occasion. */
  occasion: CategoryOccasion;
};

/** A rule that decides about a category. */
export type DecidingRule = {
  /** The rule. */
  rule: Rule;
  /** The category that it sets; null if it clears it. */
  category: string | null;
  /** Whether the rule was last written by learning from an edit. Absent messages count as false. */
  isLearned: boolean;
  /** Whether the rule was as it is now before the category was written. */
  isOlder: boolean;
};

/** Result of deleting rules. */
export type DeletedRules = {
  /** Whether some were not deleted because they belong to schedules. */
  someDeletionsFailed: boolean;
};

/** The effect that a rule would have had. */
export type DryRun = {
  /** Why the rule cannot be read; nothing was tried then. */
  error?: RuleErrors;
  /** How many transactions it was tried on. */
  tried: number;
  /** How many of them meet its conditions. */
  matched: number;
  /** The ids of those that it would change, newest first. */
  changed: Array<string>;
  /** The first hundred of them. */
  rows: Array<DryRunRow>;
};

/** A transaction that a rule would change. */
export type DryRunRow = {
  /** It, as it is. */
  transaction: Transaction;
  /** The fields that the rule would set. `payee_name` is a payee that does not exist yet; `tombstone` is 1 if the rule deletes it. */
  changes: Record<string, unknown>;
};

/** Why a rule was not stored. */
export type RefusedRule = {
  /** Its errors. */
  error: RuleErrors;
};

/** A rule. */
export type Rule = {
  /** Row id. */
  id: string;
  /** When it runs; null is the usual stage. */
  stage: Stage | null;
  /** How its conditions combine. */
  conditionsOp: ConditionsOp;
  /** The conditions; a rule without any never applies. */
  conditions: Condition[];
  /** The actions, in order. */
  actions: Action[];
  /** The schedule that the rule belongs to, with which alone it is deleted. A rule that only links transactions to a schedule belongs to none, and this is absent. */
  schedule?: string;
  /** Why the rule cannot be read and never applies; absent for all others. Parts that are no JSON are empty lists here and stay in the file. */
  error?: RuleErrors;
};

/** Two rules that contradict each other. */
export type RuleConflict = {
  /** The rule that runs first. */
  earlier: string;
  /** The rule whose value stays. */
  later: string;
  /** The field that both set. */
  field: ConditionField;
};

/**
 * The errors of a rule. A list has an entry for each condition or action, null for a right
 * one; the list is null if all are right.
 */
export type RuleErrors = {
  /** Errors of conditions. */
  conditionErrors: Array<string | null> | null;
  /** Errors of actions. */
  actionErrors: Array<string | null> | null;
};

/** The stored rule, or why nothing was stored. */
export type SavedRule = Rule | RefusedRule;

/** When a rule runs. The usual stage is none. */
export type Stage = "pre" | "post";

/** Result of a check. */
export type ValidatedRule = {
  /** The errors; null if there are none. */
  error: RuleErrors | null;
};

/** How a table writes amounts. */
export type AmountMode = "signed" | "outAndIn" | "marked";

/** The order of day, month and year, and whether the year has four digits or two. */
export type DayOrder = "yyyy mm dd" | "yy mm dd" | "mm dd yyyy" | "mm dd yy" | "dd mm yyyy" | "dd mm yy";

/** Which columns of a table say what, by their places from 0. */
export type FileColumns = {
  /** The day. */
  date: number | null;
  /** The payee. */
  payee: number | null;
  /** The notes. */
  notes: number | null;
  /** How the amount is written. */
  mode: AmountMode;
  /** The amount, but in the mode of two columns. */
  amount: number | null;
  /** Money that left, in the mode of two columns. */
  outflow: number | null;
  /** Money that came in, in the mode of two columns. */
  inflow: number | null;
  /** A word that says whether money left, in the mode with such a word. */
  mark: number | null;
  /** That word. */
  outflowMark: string;
};

/** What happens to a transaction that is imported. */
export type Becomes = "new" | "filled" | "same" | "reconciled" | "deletedBefore" | "deletedByRule";

/** How a file of transactions is read. */
export type FileReading = {
  /** The character between the cells of a table; `null` to find it. */
  delimiter: string | null;
  /** Whether the first line of a table names the columns. */
  hasHeaderRow: boolean;
  /** Lines of a table to leave out at the start. */
  skipStartLines: number;
  /** Lines of a table to leave out at the end. */
  skipEndLines: number;
  /** The meaning of a table's columns; `null` to guess it. */
  columns: FileColumns | null;
  /** How days are written; `null` to guess it. */
  dayOrder: DayOrder | null;
  /** Whether the file gives spending as positive and income as negative. */
  flipAmount: boolean;
  /** What amounts are multiplied with, such as 0.01; `null` for 1. */
  multiplier: string | null;
  /** Whether the bank's memo becomes the notes. */
  importNotes: boolean;
  /** Whether memo and payee change places, where there is a memo; not in tables. */
  swapPayeeAndMemo: boolean;
  /** Whether the memo becomes the payee where there is none; not in tables. */
  fallbackMissingPayeeToMemo: boolean;
};

/** A transaction of a file. */
export type FileRow = {
  /** The line it begins on, from 1. */
  line: number;
  /** The day as it is written. */
  dateText: string;
  /** The amount as it is written. */
  amountText: string;
  /** The day; never absent without a problem. */
  date: string | null;
  /** The amount in cents; never absent without a problem. */
  amount: Amount | null;
  /** The other side. */
  payee: string | null;
  /** The purpose that the bank gives. */
  notes: string | null;
  /** The bank's id. */
  importedId?: string;
  /** The category that the file names. */
  category?: CategoryId;
  /** The line of an earlier transaction with the same bank's id: the file has it twice. */
  repeats?: number;
  /** Why it cannot be imported, in words. */
  problem?: string;
};

/** How to import transactions. */
export type ImportOptions = {
  /** Whether new transactions are cleared where they do not say it; true by default. */
  defaultCleared?: boolean;
  /** Whether a transaction that was imported and deleted is added again. By default the preference `sync-reimport-deleted-{account}` says so, else it is true. */
  reimportDeleted?: boolean;
};

/** A given transaction that does not become a new one. */
export type ImportPreview = {
  /** It, as the rules leave it. */
  transaction: Record<string, unknown>;
  /** The stored transaction that is changed. */
  existing?: Transaction;
  /** True if nothing changes: it is there already, is reconciled, or was deleted. */
  ignored?: boolean;
  /** True if a rule deletes it. */
  tombstone?: boolean;
};

/** The result of importing a file, or of a trial. */
export type ImportedFile = {
  /** Why the file cannot be read; nothing is imported then. */
  errors: Array<ParseProblem>;
  /** The account; `null` if the file cannot be read and names none. */
  accountId: string | null;
  /** How many new transactions there are. */
  added: number;
  /** How many were there already and were filled. */
  matched: number;
  /** How many were there already and stay as they are. */
  unchanged: number;
  /** How many a rule deletes, or were imported before and deleted. */
  leftOut: number;
  /** Rows that are not imported. */
  refused: Array<RefusedRow>;
};

/** What an import did, or would do. */
export type ImportedTransactions = {
  /** Why nothing was imported. */
  errors: Array<ParseProblem>;
  /** The ids of the new transactions, each split followed by its lines. */
  added: Array<string>;
  /** The ids of the matched transactions that changed. */
  updated: Array<string>;
  /** The given transactions that do not become new ones. */
  updatedPreview: Array<ImportPreview>;
  /** What happens to each given transaction, in their order; in a preview only. */
  rows?: Array<PreviewRow>;
};

/** Why a transaction is a stored one. */
export type MatchReason = "sameId" | "sameLine" | "alike" | "sameSchedule";

/**
 * How to read a file of transactions. Those about columns and lines concern tables only, those
 * about payee and notes all others.
 */
export type ParseOptions = {
  /** The character between cells; found by itself if absent. */
  delimiter?: string;
  /** Whether the first line names the columns; true by default. */
  hasHeaderRow?: boolean;
  /** Lines to leave out at the start. */
  skipStartLines?: number;
  /** Lines to leave out at the end; an empty last line counts. */
  skipEndLines?: number;
  /** Whether the bank's memo becomes the notes. */
  importNotes?: boolean;
  /** Whether memo and payee change places, where there is a memo. */
  swapPayeeAndMemo?: boolean;
  /** Whether the memo becomes the payee where there is none. */
  fallbackMissingPayeeToMemo?: boolean;
};

/** An error, in words. */
export type ParseProblem = {
  /** The words. */
  message: string;
};

/** A transaction of a file that says what its parts mean. */
export type ParsedEntry = {
  /** The amount in units of the currency; money that left the account is negative. */
  amount: number;
  /** The day: as it is written (QIF), or yyyy-MM-dd. */
  date: string;
  /** The other side. */
  payee_name: string | null;
  /** The other side too, kept unchanged for rules. */
  imported_payee: string | null;
  /** The purpose that the bank gives. */
  notes: string | null;
  /** The bank's id. */
  imported_id?: string;
  /** A category by name; in QIF only. */
  category?: string | null;
};

/** The content of a file. */
export type ParsedFile = {
  /** Why the file, or a transaction in it, cannot be read. */
  errors: Array<ParseProblem>;
  /** What can be read, in the order of the file. None if the file itself cannot be read. */
  transactions: Array<ParsedTransaction>;
  /** The numbers of the accounts that the file names. */
  accounts: Array<string>;
  /** The character between the cells of a table. */
  delimiter?: string;
};

/** A transaction of a file. */
export type ParsedTransaction = { [key in string]: string } | Array<string> | ParsedEntry;

/** What happens to a given transaction. */
export type PreviewRow = {
  /** What happens to it. */
  becomes: Becomes;
  /** Its payee after the rules; of a payee to be created only the name. */
  payee?: PayeeId;
  /** The name of a payee to be created. */
  newPayee?: string;
  /** Its category after the rules. */
  category?: CategoryId;
  /** The stored transaction that it is. */
  existing?: Transaction;
  /** Why it is that one. */
  because?: MatchReason;
  /** The fields of the stored transaction that are filled. */
  fills?: Array<string>;
};

/** A file as transactions to import. */
export type ReadFile = {
  /** Its format; `null` if its name has the ending of none. */
  format: StatementFormat | null;
  /** Why the file cannot be read; it has no rows then. */
  error?: string;
  /** How it was read, with all that was left open. */
  reading: FileReading;
  /** The columns of a table: names, or the cells of its first row. */
  columns: Array<string>;
  /** Its transactions, in the order of the file. */
  rows: Array<FileRow>;
  /** The numbers of the accounts that the file names. */
  accounts: Array<string>;
  /** The account of the request, else the known one. */
  accountId: string | null;
  /** The account that a number in the file was imported into last. */
  knownAccountId: string | null;
  /** The preferences to save after an import, so that the next file of the account is read in the same way and its number is known; none without an account. */
  prefs: { [key in string]: string };
};

/** A transaction of a file that is not imported. */
export type RefusedRow = {
  /** The line it begins on, from 1. */
  line: number;
  /** Why, in words. */
  reason: string;
};

/** The format of a file of transactions. */
export type StatementFormat = "csv" | "qif" | "ofx" | "camt";

/** The meaning of a `#cleanup` line. */
export type ExplainedCleanup = {
  /** `source` gives, `sink` takes, `overspend` has its overspending covered. */
  role: 'source' | 'sink' | 'overspend';
  /** The share of a sink in proportion to that of others. */
  weight: number | null;
  /** The group it shares with; `null` shares with all. */
  group: string | null;
};

/** A template line and its meaning. */
export type ExplainedLine = {
  /** Its number in the note, from 1; `null` for a line of a form, which is in no note. */
  line: number | null;
  /** The line. */
  text: string;
  /** Its meaning as parts; `null` for a `#cleanup` line and one that is not understood. */
  template: TemplateLine | null;
  /** The meaning of a `#cleanup` line as parts. */
  cleanup: ExplainedCleanup | null;
  /** Its meaning in words; empty if it is not understood. */
  sentence: string;
  /** What it asks for in the month. `null` if it asks for nothing of its own, or an earlier line asks for it: several `by` or `schedule` lines are one amount. */
  amount: Amount | null;
  /** Its fault, if it has one. */
  problem: TemplateProblem | null;
};

/** The template lines of a note. */
export type ExplainedTemplates = {
  /** The lines with `#template`, `#goal` or `#cleanup`, in the order of the note. */
  lines: Array<ExplainedLine>;
  /** What applying the lines to this category alone would budget; `null` if its budget stays. */
  budget: Amount | null;
  /** The goal it would get. */
  goal: Amount | null;
  /** Whether the goal is a balance to reach in the long run, not an amount of the month. */
  isLongGoal: boolean;
  /** Cents from the month before that count. */
  carried: Amount;
  /** Whether the balance is at its limit then. */
  isLimitMet: boolean;
  /** Why the budget stays or nothing is applied, in words. */
  reason: string | null;
};

/** What happened to templates. */
export type OutcomeCode = "templates-up-to-date" | "templates-applied" | "template-errors" | "templates-check-passed" | "cleanup-up-to-date" | "cleanup-applied" | "cleanup-no-funds";

/** How to show an outcome. */
export type OutcomeType = "message" | "warning" | "error";

/** What became of templates. */
export type TemplateOutcome = {
  /** How to show it. */
  type: OutcomeType;
  /** What happened. */
  message: OutcomeCode;
  /** The same in words. */
  text: string;
  /** How many categories with templates were processed. */
  count?: number;
  /** How many categories got another budget or goal; 0 if nothing was written. */
  written: number;
  /** How many categories gave money in a clean-up. */
  sourceCount?: number;
  /** How many categories took money in a clean-up. */
  sinkCount?: number;
  /** Whether it has to stay until it is closed: there are problems. */
  sticky: boolean;
  /** Everything that is wrong. */
  problems: Array<TemplateProblem>;
};

/** Something wrong with a line, or with the lines of a category. */
export type TemplateProblem = {
  /** The kind of fault: `line-not-understood`, `adjustment-range`, `schedule-missing`, `priority-mismatch`, `target-past`, `income-category-unknown`, `limit-duplicate`, `spend-duplicate`, `goal-duplicate`, `source-overspent`, `group-without-sink` or `no-funds`. */
  code: string;
  /** The category; `null` if it is about a clean-up as a whole. */
  category: CategoryId | null;
  /** Its name, or that of a clean-up group. */
  name: string | null;
  /** The number of the line in the note, from 1. */
  line: number | null;
  /** The line. */
  text: string | null;
  /** The fault in words. */
  reason: string;
};

/**
 * Schedules are due, but were not posted because the sync did not succeed: another device may have
 * posted them. They are posted after the next sync that succeeds.
 */
export type SchedulesOffline = {
  /** Their payees. */
  payees: Array<PayeeId>;
};

/**
 * A run of the schedules posted, completed or failed to post something: for the notice center.
 * `schedule/last-run` returns what a tab that was not there has missed.
 */
export type SchedulesRan = {
  /** Its id, so that a tab shows each run once. */
  id: string;
  /** The day whose schedules it ran. */
  day: Day;
  /** What it did. */
  run: ScheduleRun;
};

/** Two amounts in cents, in any order. */
export type AmountRange = {
  /** The one. */
  num1: number;
  /** The other. */
  num2: number;
};

/** A transaction that moves a balance. */
export type BalanceStep = {
  /** The day. */
  date: Day;
  /** Cents; negative for spending. */
  amount: number;
  /** The balance after it in cents. */
  balance: number;
  /** The schedule; null for transactions that were entered for a later day. */
  schedule: string | null;
  /** The schedule's name, or the payee's. */
  name: string | null;
};

/** A transaction to come, as far as it is of one category. */
export type Bill = {
  /** The schedule. */
  schedule: string;
  /** The schedule's name, if it has one. */
  name: string | null;
  /** The payee. */
  payee: PayeeId | null;
  /** The account. */
  account: AccountId;
  /** The day. */
  date: Day;
  /** Cents; negative for spending. */
  amount: number;
  /** Whether the amount is approximate. */
  is_approximate: boolean;
  /** Whether its day has passed without a transaction. */
  is_missed: boolean;
};

/** What schedules still do to a category in a month. */
export type CategoryBills = {
  /** The category; null for bills that no rule gives one. */
  category: CategoryId | null;
  /** The sum in cents; negative for spending. */
  amount: number;
  /** What makes it up, oldest first. */
  bills: Array<Bill>;
};

/** How regular transactions are, over the last twelve dates or since the first one. */
export type Evidence = {
  /** How many dates were looked at, at most 12. */
  dates: number;
  /** How many of them have a transaction within two days. */
  found: number;
  /** The most days that one is off; 0 to 2. */
  days_off: number;
  /** The smallest amount in cents. */
  least: number;
  /** The largest amount in cents. */
  most: number;
  /** The day of the latest one. */
  last: Day;
  /** The transactions, newest first. */
  transactions: Array<TransactionId>;
};

/** A schedule that could not be posted, such as one whose rule names a deleted account. */
export type FailedSchedule = {
  /** The schedule. */
  schedule: string;
  /** Its name, if it has one. */
  name: string | null;
  /** Its payee. */
  payee: PayeeId | null;
  /** The code of the error. */
  code: ErrorCode;
  /** What happened, in words. */
  message: string;
};

/** Transactions that recur. */
export type FoundSchedule = {
  /** An id for the schedule. */
  id: string;
  /** The account. */
  account: AccountId;
  /** The payee, if the transactions have one. */
  payee: PayeeId | null;
  /** How they recur. */
  date: RecurrenceConfig;
  /** The latest amount in cents. */
  amount: number;
  /** The conditions of a schedule for them. */
  _conditions: Condition[];
  /** Why they look like one. */
  evidence: Evidence;
};

/** How low the balance of an account will be. */
export type LowestBalance = {
  /** The account. */
  account: AccountId;
  /** Its balance today in cents, with all transactions up to today. */
  today: number;
  /** The lowest balance in cents. */
  lowest: number;
  /** The day on which it is reached: today or later. */
  date: Day;
  /** The day of the next income, up to which is looked; null if none is known. */
  income: Day | null;
  /** The last day that is looked at. */
  until: Day;
  /** What moves the balance from today to the lowest one, oldest first, each with the balance after it. */
  steps: Array<BalanceStep>;
};

/** The fields of a new schedule. */
export type NewSchedule = {
  /** Its id; generated if absent. */
  id?: string | null;
  /** Its name, unique among schedules; blank is none. */
  name?: string | null;
  /** Whether the program posts it when it is due (default false). */
  posts_transaction?: boolean | null;
  /** Whether it is over (default false). */
  completed?: boolean | null;
  /** How far ahead it counts as upcoming: a number of days, `oneMonth`, `currentMonth` or a text such as `2-week`; null follows the preference. */
  custom_upcoming_length?: string | null;
};

/** A transaction that a schedule has posted or would post. */
export type PostedTransaction = {
  /** The schedule. */
  schedule: string;
  /** The schedule's name, if it has one. */
  name: string | null;
  /** The transaction. */
  id: TransactionId;
  /** The account. */
  account: AccountId;
  /** The payee. */
  payee: PayeeId | null;
  /** The day. */
  date: Day;
  /** Cents; negative for spending. */
  amount: number;
};

/** A transaction to come. */
export type Preview = {
  /** `preview/{schedule}/{date}`; the other side of a transfer ends in `/transfer`. */
  id: string;
  /** The schedule. */
  schedule: string;
  /** The account. */
  account: AccountId;
  /** The day. */
  date: Day;
  /** Whether it is missed, due or upcoming. */
  status: ScheduleStatus;
  /** Whether it is the schedule's next date, the one that can be posted or skipped. */
  is_next: boolean;
  /** Whether the amount is approximate. */
  is_approximate: boolean;
  /** Cents; negative for spending. */
  amount: number;
  /** The payee. */
  payee: PayeeId | null;
  /** The category that the rules give it; none for transfers within the budget and for splits. */
  category: CategoryId | null;
  /** The notes that the rules give it. */
  notes: string | null;
  /** The lines that the rules split it into. */
  lines: Array<PreviewLine>;
  /** The balance of the account after it, in cents: its transactions up to this day and the earlier previews. Approximate amounts count with their middle. */
  balance: number;
};

/** A split line of a transaction to come. */
export type PreviewLine = {
  /** Cents. */
  amount: number;
  /** The category. */
  category: CategoryId | null;
};

/**
 * A recurring date, as conditions and schedules hold it. Calls take it as JSON and report its
 * faults, so this type only documents its form.
 */
export type RecurrenceConfig = {
  /** The first day from which it counts; it need not be an occurrence. */
  start: Day;
  /** The unit between two occurrences. */
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** Every how many units; 1 if absent. */
  interval?: number;
  /** Days of a month, for `monthly` alone; the day of `start` if there are none. */
  patterns?: Array<RecurrencePattern>;
  /** Whether occurrences on a Saturday or Sunday move to a working day. */
  skipWeekend?: boolean;
  /** To which one: the Friday before or the Monday after. */
  weekendSolveMode?: 'before' | 'after';
  /** When it ends. */
  endMode?: 'never' | 'after_n_occurrences' | 'on_date';
  /** How many occurrences there are, for `after_n_occurrences`. */
  endOccurrences?: number;
  /** The last day that may be one, for `on_date`. */
  endDate?: Day;
};

/** A day of a month. */
export type RecurrencePattern = {
  /** A day of the month, or a weekday. */
  type: 'day' | 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU';
  /** Its number, counted from 1; -1 is the last one. */
  value: number;
};

/** A schedule as it is now. */
export type Schedule = {
  /** Row id. */
  id: string;
  /** Its name, if it has one. */
  name: string | null;
  /** The rule that holds its conditions and actions. */
  rule: string | null;
  /** Whether it is over. */
  completed: boolean;
  /** Whether the program posts it when it is due. */
  posts_transaction: boolean;
  /** How far ahead it counts as upcoming, if not as the preference `upcomingScheduledTransactionLength` says. */
  custom_upcoming_length: string | null;
  /** The day of its next transaction; of an ended series the last one. */
  next_date: Day | null;
  /** Where it stands today. */
  status: ScheduleStatus;
  /** The day of the latest transaction that belongs to it. */
  last_date: Day | null;
  /** The payee of its transactions. */
  payee: PayeeId | null;
  /** The account of its transactions; one without is never posted. */
  account: AccountId | null;
  /** The amount in cents, or a range. */
  amount: number | AmountRange | null;
  /** How the amount compares. */
  amount_op: 'is' | 'isapprox' | 'isbetween' | null;
  /** The amount that it would be posted with, in cents. */
  posted_amount: number;
  /** The day, or how it recurs; null if its rule cannot be read. */
  date: Day | RecurrenceConfig | null;
  /** Whether the day is exact or may be two days off. */
  date_op: 'is' | 'isapprox' | null;
  /** All conditions of its rule. */
  conditions: Condition[];
  /** All actions of its rule. */
  actions: Action[];
};

/** The changed fields of a schedule. */
export type ScheduleChange = {
  /** Row id. */
  id: string;
  /** Its name, unique among schedules; blank or null removes it. */
  name?: string | null;
  /** Whether the program posts it when it is due. */
  posts_transaction?: boolean | null;
  /** Whether it is over. */
  completed?: boolean | null;
  /** How far ahead it counts as upcoming; null follows the preference. */
  custom_upcoming_length?: string | null;
};

/** The result of the daily run of schedules. */
export type ScheduleRun = {
  /** The transactions it added, by day. */
  posted: Array<PostedTransaction>;
  /** Schedules that it moved on because they are paid, and their next dates. */
  movedOn: { [key in string]: Day };
  /** Schedules that it completed: paid ones with a single date. */
  completed: Array<string>;
  /** The payees of those that were due but not posted, because the sync did not succeed. */
  offline: Array<PayeeId | null>;
  /** Those that were due but could not be posted. The next run tries them again. */
  failed: Array<FailedSchedule>;
};

/** Where a schedule stands. */
export type ScheduleStatus = "completed" | "paid" | "due" | "upcoming" | "missed" | "scheduled";

/** The new place of a card. */
export type CardPlacement = {
  /** Row id. */
  id: string;
  /** The first column. */
  x?: number;
  /** The first row. */
  y?: number;
  /** Columns. */
  width?: number;
  /** Rows. */
  height?: number;
};

/** The type of a card. */
export type CardKind = "net-worth-card" | "cash-flow-card" | "spending-card" | "summary-card" | "calendar-card" | "markdown-card" | "custom-report" | "budget-analysis-card" | "crossover-card" | "sankey-card" | "age-of-money-card" | "balance-forecast-card" | "formula-card" | "monte-carlo-card";

/** A card as it is stored: other programs may have written any type, place and settings. */
export type DashboardCard = {
  /** Row id. */
  id: string;
  /** What it shows, normally a `CardKind`. */
  type: string;
  /** The first column; a page has 12. */
  x: number;
  /** The first row. */
  y: number;
  /** Columns. */
  width: number;
  /** Rows. */
  height: number;
  /** The settings; `null` for all defaults. */
  meta: Record<string, unknown> | null;
  /** Whether the stored settings cannot be read; `meta` is `null` then. */
  isMetaUnreadable: boolean;
};

/** An exported page. */
export type DashboardFile = {
  /** Version of the format: 1. */
  version: number;
  /** Its cards. */
  widgets: Array<DashboardFileCard>;
};

/** A card of an exported page. */
export type DashboardFileCard = {
  /** What it shows. */
  type: CardKind;
  /** The first column. */
  x: number;
  /** The first row. */
  y: number;
  /** Columns. */
  width: number;
  /** Rows. */
  height: number;
  /** The settings; of a card that shows a saved report, the whole report. */
  meta: Record<string, unknown> | null;
};

/** A page. */
export type DashboardPage = {
  /** Row id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its cards, by row and column. */
  cards: Array<DashboardCard>;
};

/** The settings of a saved report that a call gives. */
export type ReportFields = {
  /** Row id; of no meaning for a new report, which gets an id of its own. */
  id?: string | null;
  /** The name, unique among saved reports. */
  name?: string | null;
  /** First day of a static range, yyyy-MM-dd. */
  startDate?: string | null;
  /** Last day of a static range, yyyy-MM-dd. */
  endDate?: string | null;
  /** Whether the range is static. */
  isDateStatic?: boolean | null;
  /** The live range in words, such as `Last 6 months`. */
  dateRange?: string | null;
  /** `total` or `time`. */
  mode?: string | null;
  /** `Category`, `Group`, `CategoryGroup`, `Payee`, `Account`, `Interval`. */
  groupBy?: string | null;
  /** `Daily`, `Weekly`, `Monthly`, `Yearly`. */
  interval?: string | null;
  /** `Payment`, `Deposit`, `Net`, `Net Payment`, `Net Deposit`, `Budgeted`. */
  balanceType?: string | null;
  /** `desc`, `asc`, `name`, `budget`. */
  sortBy?: string | null;
  /** `TableGraph`, `BarGraph`, `AreaGraph`, `DonutGraph`, `StackedBarGraph`, `LineGraph`. */
  graphType?: string | null;
  /** Whether rows with nothing in them are shown. */
  showEmpty?: boolean | null;
  /** Whether transactions of off-budget accounts count. */
  showOffBudget?: boolean | null;
  /** Whether hidden categories and groups count. */
  showHiddenCategories?: boolean | null;
  /** Whether on-budget transactions without a category count. */
  showUncategorized?: boolean | null;
  /** Whether the live range includes the current interval. */
  includeCurrentInterval?: boolean | null;
  /** Whether empty intervals at both ends are left out. */
  trimIntervals?: boolean | null;
  /** Whether each series has a trend line. */
  showTrendLines?: boolean | null;
  /** Conditions with public field names. */
  conditions?: Condition[] | null;
  /** How they combine. */
  conditionsOp?: ConditionsOp | null;
};

/** A saved report. Words that this program does not know are kept as they are. */
export type SavedReport = {
  /** Row id. */
  id: string;
  /** Its name. */
  name: string;
  /** First day of a static range, yyyy-MM-dd; older rows hold a month. Of a live range, the first day that was shown last. */
  startDate: string | null;
  /** Last day, likewise. */
  endDate: string | null;
  /** Whether the range is static. */
  isDateStatic: boolean;
  /** The live range in words, such as `Last 6 months`. */
  dateRange: string;
  /** `total`: one figure per row; `time`: one per row and interval. */
  mode: string;
  /** The kind of rows: `Category`, `Group`, `CategoryGroup`, `Payee`, `Account`, `Interval`. */
  groupBy: string;
  /** `Daily`, `Weekly`, `Monthly`, `Yearly`. */
  interval: string;
  /** `Payment`, `Deposit`, `Net`, `Net Payment`, `Net Deposit`, `Budgeted`. */
  balanceType: string;
  /** `desc`, `asc`, `name`, `budget`. */
  sortBy: string;
  /** `TableGraph`, `BarGraph`, `AreaGraph`, `DonutGraph`, `StackedBarGraph`, `LineGraph`. */
  graphType: string;
  /** Whether rows with nothing in them are shown. */
  showEmpty: boolean;
  /** Whether transactions of off-budget accounts count. */
  showOffBudget: boolean;
  /** Whether hidden categories and groups count. */
  showHiddenCategories: boolean;
  /** Whether on-budget transactions without a category count. */
  showUncategorized: boolean;
  /** Whether the live range includes the current interval. */
  includeCurrentInterval: boolean;
  /** Whether empty intervals at both ends are left out. */
  trimIntervals: boolean;
  /** Whether each series has a trend line. */
  showTrendLines: boolean;
  /** Conditions with public field names. */
  conditions: Condition[];
  /** How they combine. */
  conditionsOp: ConditionsOp;
};

/** A card whose figures are wanted. */
export type AskedCard = {
  /** Its type, normally a `CardKind`. */
  type: string;
  /** Its settings as they are stored; `null` for all defaults. The `id` of a saved report names the report. */
  meta?: Record<string, unknown> | null;
  /** A report that is not saved, in place of the one that the settings name. */
  report?: Record<string, unknown> | null;
  /** Days or months of a cash flow or a balance forecast: a choice of their screens, which is not stored. */
  view?: Interval;
};

/** The figures of a card, or the reason why it shows none. */
export type CardFigures = {
  /** What it shows. */
  figures: Figures;
  /** Whether a condition names an account, category, group or payee that does not exist. */
  namesMissing: boolean, } | {
  /** The error. */
  error: { code: ErrorCode, message: string };
};

/** Which transactions stand behind a figure. */
export type FigureRows = {
  /** How they are chosen. */
  recipe: Recipe;
  /** Filters of a query that finds them, with lines in place of split parents. All have to hold. */
  filters: unknown[];
  /** How many there are. */
  count: number;
  /** Their sum in cents: the figure. */
  sum: number;
};

/** The figures of all cards as of one state of the budget. */
export type FiguresOfCards = {
  /** The last commit that they show. */
  revision: number;
  /** One for each card. */
  cards: Array<CardFigures>;
};

/** A card to export. */
export type NamedCard = {
  /** The name of its file, without an extension. */
  name: string;
  /** The card. */
  card: AskedCard;
};

/** Files in a zip. */
export type ZippedFiles = {
  /** How many there are. */
  count: number;
  /** The zip in base64. */
  data: string;
};

/** Age of money over time, in days. */
export type AgeOfMoney = {
  /** First day. */
  start: Day;
  /** Last day that counts. */
  end: Day;
  /** The periods from the first age on. */
  points: Array<AgePoint>;
  /** The mean of the last ages; none without any. */
  current: number | null;
  /** `up`, `down` or `stable`. */
  trend: Trend;
  /** The expenses whose ages `current` is the mean of, in order. */
  averaged: Array<SpendingAge>;
  /** Whether an expense was not covered by income. */
  insufficient: boolean;
};

/** A period. */
export type AgePoint = {
  /** The day, the Monday of the week, or the month. */
  key: string;
  /** Days. */
  age: number;
};

/** An expense with the age of its money. */
export type SpendingAge = {
  /** Its day. */
  day: Day;
  /** The day of the last income that it used. */
  earned: Day;
  /** Cents, negative. */
  amount: number;
  /** Days between both; none are less than 0. */
  age: number;
};

/** Which value a report shows. */
export type BalanceType = "Payment" | "Deposit" | "Net" | "Net Payment" | "Net Deposit" | "Budgeted";

/** An account that falls below zero. */
export type BelowZero = {
  /** The account. */
  account: AccountId;
  /** The first day. */
  date: Day;
};

/** Budgets over time. Amounts are cents; spending is negative. */
export type BudgetAnalysis = {
  /** The categories that count, in budget order. */
  categories: Array<CategoryId>;
  /** The months. */
  points: Array<BudgetPoint>;
  /** Budgeted over all months. */
  totalBudgeted: number;
  /** Spent over all months. */
  totalSpent: number;
  /** Overspending dropped over all months. */
  totalOverspendingAdjustment: number;
  /** Overspending of the last month, which is not dropped yet. */
  finalOverspending: number;
};

/** A month. */
export type BudgetPoint = {
  /** The month. */
  month: Month;
  /** Budgeted. */
  budgeted: number;
  /** Spent. */
  spent: number;
  /** Overspending of the month before that was dropped. */
  overspendingAdjustment: number;
  /** Budgeted, spent and carried over together. */
  balance: number;
};

/** A day. */
export type CalendarDay = {
  /** The day. */
  day: Day;
  /** Income. */
  income: number;
  /** Expenses. */
  expense: number;
  /** Percent of the month's income, to six decimals. */
  incomeShare: number;
  /** Percent of the month's expenses. */
  expenseShare: number;
};

/** A calendar card. Amounts are cents without sign. */
export type CalendarFigures = {
  /** The months in order. */
  months: Array<CalendarMonth>;
  /** Income of all months. */
  totalIncome: number;
  /** Expenses of all months. */
  totalExpense: number;
};

/** A month. */
export type CalendarMonth = {
  /** The month. */
  month: Month;
  /** First day of the week of its first day. */
  firstCell: Day;
  /** Last day of the week of its last day. */
  lastCell: Day;
  /** Income of the month. */
  income: number;
  /** Expenses of the month. */
  expense: number;
  /** The days that have either. */
  days: Array<CalendarDay>;
};

/** Cash flow over time. Amounts are cents; expenses are negative. */
export type CashFlow = {
  /** First day. */
  start: Day;
  /** Last day that counts. */
  end: Day;
  /** Whether a point is a month; else it is a day. */
  monthly: boolean;
  /** Sum of the rows before the first day. */
  startingBalance: number;
  /** One per day or month. */
  points: Array<CashFlowPoint>;
  /** Income over the points. */
  totalIncome: number;
  /** Expenses over the points. */
  totalExpenses: number;
  /** Transfers from accounts off budget. */
  transfersIn: number;
  /** Transfers to accounts off budget. */
  transfersOut: number;
  /** Transfers between accounts on budget. */
  ownTransfers: number;
  /** All transfers. */
  totalTransfers: number;
  /** The last balance. */
  balance: number;
  /** The last balance less the starting balance. */
  change: number;
  /** The last balance less that of the first point. */
  firstPointChange: number;
  /** The figures of the card, which stop today. */
  card: CashFlowCard;
};

/** The figures of the card. */
export type CashFlowCard = {
  /** First day. */
  start: Day;
  /** Last day that counts. */
  end: Day;
  /** Income. */
  income: number;
  /** Expenses. */
  expense: number;
  /** Both together; transfers are left out. */
  change: number;
};

/** A day or month. */
export type CashFlowPoint = {
  /** The day or month. */
  key: string;
  /** Income. */
  income: number;
  /** Expenses. */
  expenses: number;
  /** Transfers from accounts off budget. */
  transfersIn: number;
  /** Transfers to accounts off budget. */
  transfersOut: number;
  /** Transfers between accounts on budget. */
  ownTransfers: number;
  /** All transfers. */
  transfers: number;
  /** Balance at the end. */
  balance: number;
};

/** A figure in both ranges, in cents. */
export type ComparedFigure = {
  /** Which series of the card; none for the figures of a saved report. */
  series: ComparedSeries | null;
  /** The category, group, payee or account of a saved report; none for its total. */
  row: string | null;
  /** The row, if it is none of these. */
  special: SpecialItem | null;
  /** The name of the row; none for its total. */
  name: string | null;
  /** In the range of the card. */
  value: number;
  /** In the other range, or on the average of the others. */
  base: number;
  /** One against the other. */
  against: Difference;
};

/** A figure that a card has besides the rows of a saved report. */
export type ComparedSeries = "netWorth" | "change" | "income" | "expenses" | "net" | "sum";

/** What to compare the range of a card with. */
export type ComparedTo = "previous" | "last-year" | "average-of-3" | "average-of-6" | "average-of-12" | "budget";

/** The figures of a card beside those of other ranges. */
export type Comparison = {
  /** What counts of the card's range: beside earlier ranges, the days up to today. */
  range: DayRange;
  /** Whether that leaves out rows after today which the figures of the card count. */
  withoutLater: boolean;
  /** The ranges that it is compared with, the nearest first. */
  ranges: Array<DayRange>;
  /** The figures. */
  figures: Array<ComparedFigure>;
};

/** How many rows there are, and their sum. */
export type CountAndSum = {
  /** How many. */
  count: number;
  /** Cents. */
  sum: number;
};

/** A crossover card. Amounts are cents. */
export type Crossover = {
  /** The months of the history. */
  months: Array<Month>;
  /** Savings at the end of each. */
  savings: number[];
  /** Expenses of each. */
  expenses: number[];
  /** The withdrawals that the savings allow in each. */
  income: number[];
  /** Return in a year as the history shows it, to nine decimals. */
  historicalReturn: number;
  /** Expected expenses of a month. */
  projectedExpenses: number;
  /** The expenses that remain then. */
  targetIncome: number;
  /** The savings that pay for them; none without a rate. */
  targetSavings: number | null;
  /** The first month whose income pays for them; none within fifty years. */
  crossover: Month | null;
  /** How many months after the history that is. */
  projectedMonths: number | null;
  /** Years from today to it, to six decimals. */
  years: number | null;
  /** The withdrawals that the savings allow in the months ahead, up to the crossover. */
  projectedIncome: number[];
};

/** A saved report. Amounts are cents; payments are negative. */
export type CustomReport = {
  /** First day of the range. */
  start: Day;
  /** Last day of the range; before the first one if the range is empty. */
  end: Day;
  /** The length of a period. */
  interval: Interval;
  /** What it is split by. */
  split: GroupBy;
  /** Which value is shown. */
  balanceType: BalanceType;
  /** The form it is drawn in: the stored one, or a table where that does not fit. */
  graphType: string;
  /** Whether each period has its own value. */
  overTime: boolean;
  /** The periods with the sums over all rows. */
  intervals: Array<IntervalSums>;
  /** The sums of the whole range. */
  total: Sums;
  /** The total per period, rounded half up. */
  average: number;
  /** Rows that the switches leave out. */
  notShown: NotShown;
  /** The rows in order; none in a split by period. */
  rows: Array<ReportRow>;
  /** The slices of a donut. */
  slices: Array<Slice>;
};

/** Days from one to another, both included. Empty if `to` is earlier. */
export type DayRange = {
  /** First day. */
  from: Day;
  /** Last day. */
  to: Day;
};

/** A figure against another one. */
export type Difference = {
  /** The figure less the other one. */
  difference: number;
  /** The difference in percent of the other one without its sign, to one decimal; none against 0. */
  percent: number | null;
};

/** Which figure of a card is meant. Each card reads the members it has figures for. */
export type FigurePart = {
  /** Net worth: `netWorth`, `change` or `balance`. Cash flow: `income`, `expenses`, `transfers` or `startingBalance`. Spending: `compare` or `compareTo`. Summary: `dividend` or `divisor`. Crossover: `expenses`, `savings` or `income`. Balance forecast: `startingBalance`. */
  series: string | null;
  /** The key of a point or period. */
  point: string | null;
  /** The account of a balance. */
  account: string | null;
  /** The row of a saved report, or the key of a node of flows. */
  row: string | null;
  /** The row of a saved report that is no category, group, payee or account. */
  special: SpecialItem | null;
  /** The position in a month, 1 to 28. */
  position: number | null;
  /** The day of a calendar. */
  day: Day | null;
  /** The side of a calendar's day. */
  side: FlowSide | null;
};

/** The figures of a card. */
export type Figures = NetWorth | CashFlow | Spending | Summary | CalendarFigures | CustomReport | BudgetAnalysis | Crossover | Sankey | AgeOfMoney | Forecast | FormulaResult;

/** A side of a calendar's day. */
export type FlowSide = "income" | "expense";

/** Balances ahead. Amounts are cents. */
export type Forecast = {
  /** First day. */
  start: Day;
  /** Last day. */
  end: Day;
  /** What moves the balances. */
  source: ForecastSource;
  /** The payments of schedules that count, by day. */
  scheduled: Array<Occurrence>;
  /** Payments whose day has passed without a transaction. */
  missed: Array<Occurrence>;
  /** Every day; none for a tracking budget. */
  days: Array<ForecastDay>;
  /** The last day of each month. */
  monthEnds: Array<ForecastMonth>;
  /** The first day with the smallest balance of all accounts together. */
  lowest: LowestDay | null;
  /** The accounts that fall below zero, the first one first. */
  belowZero: Array<BelowZero>;
  /** The accounts that are below zero today, or at the end of a range that is over. */
  belowNow: AccountId[];
  /** The others that come there, by the first day ahead. A dip that an account has recovered from does not hide the next one. */
  belowAhead: Array<BelowZero>;
};

/** A day. */
export type ForecastDay = {
  /** The day. */
  date: Day;
  /** All accounts, schedules without account and planned spending together. */
  balance: number;
  /** Balance of each account. */
  accounts: Record<string, number>;
  /** Schedules without account so far. */
  withoutAccount: number;
  /** Spending that the budget plans so far, negative. */
  planned: number;
};

/** The last day of a month that lies in the range. */
export type ForecastMonth = {
  /** The month. */
  month: Month;
  /** Its last day in the range. */
  date: Day;
  /** All accounts together. */
  balance: number;
  /** Balance of each account; none for a tracking budget. */
  accounts: Record<string, number>;
};

/** A payment of a schedule. */
export type ForecastPayment = {
  /** Cents. */
  amount: number;
  /** The name of the payee. */
  payee: string | null;
  /** The schedule. */
  scheduleId: string;
  /** Its name. */
  scheduleName: string | null;
};

/** The balance of an account at the end of a day. */
export type ForecastPoint = {
  /** The day. */
  date: Day;
  /** Cents. */
  balance: number;
  /** The account; none for schedules without one, and for a tracking budget. */
  accountId: AccountId | null;
  /** Its name. */
  accountName: string | null;
  /** The payments of schedules on this day. */
  transactions: Array<ForecastPayment>;
};

/** Balances ahead as points. Amounts are cents. */
export type ForecastPoints = {
  /** By day, then by account; of a tracking budget one for each month. */
  dataPoints: Array<ForecastPoint>;
  /** The first day with the smallest balance of all accounts together. */
  lowestBalance: LowestPoint | null;
  /** First day. */
  forecastStartDate: Day;
  /** Last day. */
  forecastEndDate: Day;
};

/** What moves the balances ahead. */
export type ForecastSource = "schedules" | "tracking-budget";

/** The result on a formula card. */
export type FormulaResult = {
  /** A number, a text or a flag; none if there is an error. */
  result: number | string | boolean | null;
  /** Why there is no result. */
  error: string | null;
  /** The colour that the colour formula gives. */
  color: string | null;
};

/** The split of a report. */
export type GroupBy = "Category" | "Group" | "CategoryGroup" | "Payee" | "Account" | "Interval";

/** The length of a period. */
export type Interval = "Daily" | "Weekly" | "Monthly" | "Yearly";

/** A period. */
export type IntervalSums = {
  /** `yyyy-MM-dd`, `yyyy-MM` or `yyyy`. */
  key: string;
  /** Its first day that counts. */
  from: Day;
  /** Its last day that counts. */
  to: Day;
  /** Sum of the amounts above 0. */
  deposits: number;
  /** Sum of the amounts below 0. */
  payments: number;
  /** Both together. */
  net: number;
  /** The value of the report's balance type. */
  value: number;
};

/** The lowest day. */
export type LowestDay = {
  /** The day. */
  date: Day;
  /** The balance of all accounts together. */
  balance: number;
  /** The account with the smallest balance that day. */
  account: AccountId | null;
};

/** The lowest day. */
export type LowestPoint = {
  /** The day. */
  date: Day;
  /** The balance of all accounts together. */
  balance: number;
  /** The account with the smallest balance that day. */
  accountId: AccountId | null;
  /** Its name. */
  accountName: string | null;
};

/** Net worth over time. Amounts are cents. */
export type NetWorth = {
  /** First day. */
  start: Day;
  /** Last day. */
  end: Day;
  /** The length of a period. */
  interval: Interval;
  /** Net worth before the first day. */
  before: number;
  /** One per period. */
  points: Array<NetWorthPoint>;
  /** Accounts with a balance at some point, in the order of the sidebar. */
  accounts: Array<AccountId>;
  /** Net worth at the last point. */
  netWorth: number;
  /** The last net worth less the one before the range. */
  totalChange: number;
  /** The last net worth less that of the first point. */
  firstPointChange: number;
  /** Smallest net worth of the points. */
  lowest: number;
  /** Largest net worth of the points. */
  highest: number;
  /** Whether conditions leave rows out: then the figures are sums and not a worth. */
  isFiltered: boolean;
  /** Whether any row counts up to the end. */
  hasRows: boolean;
};

/** The end of a period. */
export type NetWorthPoint = {
  /** The period: a day, the first day of a week, a month or a year. */
  key: string;
  /** Its last day that counts. */
  end: Day;
  /** Sum of the balances above 0. */
  assets: number;
  /** Sum of the balances below 0, without sign. */
  debt: number;
  /** Assets less debt. */
  netWorth: number;
  /** Against the point before; of the first point against the worth before the range. */
  change: number;
  /** Balances other than 0. */
  balances: Record<string, number>;
};

/** The meaning of a node. */
export type NodeKind = "payee" | "noPayee" | "income" | "refunds" | "fromMonthBefore" | "overbudgeted" | "fromCategory" | "accounts" | "account" | "available" | "budgeted" | "toBudget" | "nextMonth" | "overspent" | "saved" | "paidBack" | "group" | "category" | "other" | "unmatched";

/** Rows left out, each counted once, by the first reason. */
export type NotShown = {
  /** Of hidden categories and groups. */
  hidden: CountAndSum | null;
  /** Of accounts off budget. */
  offBudget: CountAndSum | null;
  /** On budget without a category. */
  uncategorised: CountAndSum | null;
};

/** A payment of a schedule. */
export type Occurrence = {
  /** Its day. */
  date: Day;
  /** The account; none for a schedule without one. */
  account: AccountId | null;
  /** The schedule. */
  schedule: string;
  /** Its name. */
  name: string | null;
  /** Cents. */
  amount: number;
};

/** The only subject of a figure, if it has one. */
export type Part = { "account": string } | { "category": string } | { "group": string } | { "payee": string } | "uncategorized" | "offBudget" | "transfers" | "uncategorizedOrOffBudget" | "noPayee" | { "accounts": Array<string> } | { "categories": Array<string> } | { "payeeIncome": string } | "noPayeeIncome";

/** The rows behind a figure. */
export type Recipe = {
  /** First day; none for all earlier rows too. */
  from: Day | null;
  /** Last day, included; none for all later rows too. */
  to: Day | null;
  /** Conditions with public field names. */
  conditions: unknown[];
  /** How they combine. */
  conditionsOp: ConditionsOp;
  /** Kind of rows. */
  rows: RowKind;
  /** Only rows on budget, only those off budget, or both. */
  onBudget: boolean | null;
  /** Only inflows or outflows. */
  side: Side | null;
  /** Only one account, category or the like. */
  part: Part | null;
  /** The rows that the switches of a report show, without those of amount 0; none shows all rows. */
  shown: Shown | null;
  /** Leaves out rows of income categories. */
  withoutIncome: boolean;
};

/** A row. */
export type ReportRow = {
  /** The category, group, payee or account. */
  id: string | null;
  /** What it is, if it is none of these. */
  special: SpecialItem | null;
  /** Its name. */
  name: string;
  /** Its value in each period. */
  cells: number[];
  /** Both ends of the straight line through the cells. */
  trend: [number, number] | null;
  /** Of a group: its categories in order. */
  categories: Array<ReportRow>;
  /** Sum of the amounts above 0. */
  deposits: number;
  /** Sum of the amounts below 0. */
  payments: number;
  /** Both together. */
  net: number;
  /** The value of the report's balance type. */
  value: number;
};

/** The kind of rows that a figure takes. */
export type RowKind = "all" | "plain" | "transfers" | "budgetFlows";

/** The flows of a card. */
export type Sankey = {
  /** The nodes. */
  nodes: Array<SankeyNode>;
  /** The flows, each between two nodes. */
  links: Array<SankeyLink>;
};

/** A flow. */
export type SankeyLink = {
  /** Where it comes from. */
  source: string;
  /** Where it goes. */
  target: string;
  /** Cents, above 0. */
  value: number;
};

/** A node. */
export type SankeyNode = {
  /** By which flows name it. */
  key: string;
  /** What it stands for. */
  kind: NodeKind;
  /** The payee, account, group or category. */
  id: string | null;
  /** Its name; empty where the kind says it all. */
  name: string;
  /** From payees, 0, to categories, 5. */
  layer: number;
  /** What flows through it, in cents. */
  value: number;
  /** Percent of its layer, to two decimals. */
  share: number | null;
};

/** Rows that a report leaves out unless a switch shows them. */
export type Shown = {
  /** Rows of hidden categories and groups. */
  hidden: boolean;
  /** Rows of accounts off budget. */
  offBudget: boolean;
  /** Rows on budget without a category. */
  uncategorized: boolean;
};

/** The sign of the rows that a figure takes. */
export type Side = "in" | "out";

/** A slice of a donut. */
export type Slice = {
  /** The item; none for a special one and for the rest. */
  id: string | null;
  /** Its name; none for the rest. */
  name: string | null;
  /** Its value in cents. */
  value: number;
  /** Percent of all slices, to two decimals. */
  share: number | null;
};

/** An item that is no category, group, payee or account. */
export type SpecialItem = "other" | "off_budget" | "transfer" | "all" | "no_payee";

/** Spending of a month. Amounts are cents, and spending is negative. */
export type Spending = {
  /** `single-month`, `budget` or `average`. */
  mode: string;
  /** The month that is looked at. */
  compare: Month;
  /** The month it is compared with. */
  compareTo: Month;
  /** The months of the average. */
  averageMonths: Array<Month>;
  /** The positions, 1 to 28. */
  points: Array<SpendingPoint>;
  /** The position at which the following figures stand. */
  atDay: number;
  /** Spent so far. */
  spent: number | null;
  /** Spent by then in the other month. */
  spentTo: number | null;
  /** The average by then. */
  spentAverage: number;
  /** The part of the budget by then, to four decimals. */
  spentBudget: number;
  /** The budget of the whole month, negative. */
  monthBudget: number;
  /** What the series of the mode has at this position, less what was spent: positive if more was spent than in the other. */
  difference: number | null;
};

/** A position. */
export type SpendingPoint = {
  /** The day; 28 stands for all later ones too. */
  day: number;
  /** Spent up to here; none if the day has not come yet. */
  compare: number | null;
  /** The same of the other month. */
  compareTo: number | null;
  /** The average. */
  average: number;
  /** The part of the budget, to four decimals. */
  budget: number;
};

/** A summary card. */
export type Summary = {
  /** First day. */
  start: Day;
  /** Last day. */
  end: Day;
  /** `sum`, `avgPerMonth`, `avgPerYear`, `avgPerTransact` or `percentage`. */
  type: string;
  /** Sum of the rows in cents. */
  dividend: number;
  /** Months, years, rows, or the sum in cents that it is a share of; none for a sum. */
  divisor: number | null;
  /** The figure: cents to six decimals, or percent to two. None if there is nothing to divide by. */
  total: number | null;
  /** Number of rows. */
  count: number;
};

/** The amounts of a row, period or report. */
export type Sums = {
  /** Sum of the amounts above 0. */
  deposits: number;
  /** Sum of the amounts below 0. */
  payments: number;
  /** Both together. */
  net: number;
  /** The value of the report's balance type. */
  value: number;
};

/** Where the last two points go. */
export type Trend = "up" | "down" | "stable";

/**
 * The device imported transactions that the server had fetched on schedule; tabs show a short
 * notice.
 */
export type BankNews = {
  /** How many transactions were added. */
  added: number;
  /** The accounts they were added to. */
  accounts: Array<AccountId>;
};

/** An import of one account. */
export type BankImport = {
  /** The account. */
  accountId: AccountId;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Whether a user or the schedule started it. */
  asked: 'person' | 'schedule';
  /** Why it failed. */
  error: BankError | null;
  /** New transactions. */
  added: ReportedRows;
  /** Those that were there and turned out to be a row of the bank, or its row under another id. */
  matched: ReportedRows;
  /** Rows of the bank that were known and changed. */
  updated: ReportedRows;
  /** Transactions that the bank withdrew. */
  removed: ReportedRows;
  /** How many were not imported because the user had deleted them. */
  keptAway: number;
  /** Rows that could not be imported. */
  skipped: Array<SkippedBankRow>;
  /** Notes for the user. */
  notes: Array<BankNote>;
};

/** A note for the user about an import. */
export type BankNote = {
  /** `amount-differs`, `pending-gone`, `withdrawn`, `too-many-withdrawn`, `twins`, `older-left-out`, `mappings-unreadable`, `waits-for-key` or `needs-newer-version`. */
  kind: string;
  /** The transaction that the note is about, if any. */
  id: TransactionId | null;
};

/** A field of the bank's data. */
export type MappableField = {
  /** Its name in the settings. */
  field: string;
  /** Its value. */
  value: string;
};

/** The selectable fields; none if no such transaction was imported yet. */
export type MappableFields = {
  /** For the day. */
  date: Array<MappableField>;
  /** For the payee. */
  payee: Array<MappableField>;
  /** For the notes. */
  notes: Array<MappableField>;
};

/** The direction of a payment. */
export type MoneyDirection = "payment" | "deposit";

/** Some transactions of a report. */
export type ReportedRows = {
  /** How many. */
  count: number;
  /** The first 200 of them. */
  ids: Array<TransactionId>;
};

/** A connection to a bank. */
export type Bank = {
  /** Its id in the budget. */
  id: string;
  /** Its id at the provider. */
  bank_id: string | null;
  /** The bank's name. */
  name: string | null;
  /** The provider; `null` if no account is linked with the bank. */
  provider: BankProviderId | null;
  /** The linked accounts. */
  accounts: Array<AccountId>;
  /** When the bank's consent expires, if known. */
  validUntil: string | null;
  /** The worst status of its accounts. */
  status: BankSyncStatus | null;
};

/** The accounts that a user can link. */
export type BankAccess = {
  /** The provider. */
  provider: BankProviderId;
  /** The bank. */
  institution: BankInstitutionName;
  /** The token for `accounts-link` and `accounts-connect`, valid for 30 minutes. */
  publicToken: string;
  /** The accounts at the bank. */
  accounts: Array<OfferedAccount>;
  /** The repaired connection. There is nothing to choose after a repair. */
  bankId?: string;
};

/** Why an account was not fetched. */
export type BankSyncFailure = {
  /** `SyncError` for an error of the bank or provider. */
  type?: 'SyncError';
  /** The account. */
  accountId: AccountId;
  /** The text for a notification. */
  message: string;
  /** The type of the error. */
  category?: string;
  /** The code of the error. */
  code?: string;
  /** Details of an internal error. */
  internal?: string;
};

/** The result of a bank sync. */
export type BankSyncOutcome = {
  /** The accounts that failed. */
  errors: Array<BankSyncFailure>;
  /** The ids of new transactions, including starting balances. */
  newTransactions: Array<TransactionId>;
  /** The ids of transactions that changed. */
  matchedTransactions: Array<TransactionId>;
  /** The accounts with new transactions. */
  updatedAccounts: Array<AccountId>;
};

/** Options for the first import of a linked account. */
export type LinkChoice = {
  /** The account's name in the budget; by default the bank's name for it. */
  name?: string;
  /** The first day; by default 89 days ago. */
  startingDate?: Day;
  /** The starting balance; by default the bank's balance minus the imported transactions. */
  startingBalance?: Amount;
  /** Whether to import pending transactions; the default depends on the provider. */
  importPending?: boolean;
};

/** Where a user signs in at a bank. */
export type LinkPage = {
  /** Identifies the sign-in on the server. It is not a provider's token. */
  token: string;
  /** The address for the browser to open. */
  url: string;
  /** When the sign-in expires, as an ISO time. */
  expires: string;
};

/** A linked account, for the bank screens. */
export type LinkedAccount = {
  /** The account. */
  id: AccountId;
  /** The account at the bank. */
  externalId: string;
  /** Its connection: an id from `banks`. */
  bankId: string | null;
  /** The bank's name. */
  bankName: string | null;
  /** The provider; `null` if this version does not know it. */
  provider: BankProviderId | null;
  /** The last digits of the account number. */
  mask: string | null;
  /** The bank's name for the account. */
  officialName: string | null;
  /** When it was last synced, in milliseconds since 1970. */
  lastSync: number | null;
  /** The status of the last sync. */
  status: BankSyncStatus | null;
  /** The error of the last sync, if this device knows it. */
  error: BankError | null;
  /** The bank's balance. */
  balance: Amount | null;
  /** The available balance. */
  available: Amount | null;
  /** The credit limit. */
  limit: Amount | null;
  /** The bank's balance minus the cleared transactions up to today, in cents; 0 if they agree. */
  difference: number | null;
};

/** An account that can be linked. */
export type OfferedAccount = {
  /** The account of the budget that it is already linked with. */
  known: AccountId | null;
  /** The provider's id of the account. */
  account_id: string;
  /** Its name. */
  name: string;
  /** The bank's product name. */
  official_name: string | null;
  /** The last characters of the account number. */
  mask: string | null;
  /** The kind of account. */
  type: ExternalAccountKind;
  /** The provider's subtype. */
  subtype: string | null;
  /** The balance without pending rows; debt is negative. */
  balance: Amount | null;
  /** The available balance. */
  available: Amount | null;
  /** The credit limit. */
  limit: Amount | null;
  /** The ISO code, or the URL of a custom currency. */
  currency: string | null;
  /** The bank. One connection can have accounts at several. */
  institution: BankInstitutionName;
};

/** A prepared repair. */
export type RepairToken = {
  /** The token for `create-web-token`. */
  linkToken: string;
};

/** A started sign-in. */
export type WebToken = {
  /** Where the user signs in. */
  data: LinkPage;
};

/** A sign-in that has succeeded. */
export type WebTokenDone = {
  /** The accounts to choose from. */
  data: BankAccess;
};

/** An account's settings. */
export type BankAccountSettings = {
  /** Whether pending rows are imported, uncleared. */
  importPending: boolean;
  /** Whether the bank's notes are imported. */
  importNotes: boolean;
  /** Whether rows that a person deleted come back. */
  reimportDeleted: boolean;
  /** Whether rows are imported at all; else only the balance, as for investments. */
  importTransactions: boolean;
  /** Whether the bank's day replaces that of a transaction it is matched with. */
  updateDates: boolean;
  /** The fields of rows. */
  mappings: BankMappings;
};

/** Why an account, or a whole connection, could not be fetched. */
export type BankError = {
  /** The kind of failure. */
  type: BankErrorType;
  /** The failure itself; often the same word. */
  code: string;
  /** The provider's words, as plain text. */
  text?: string;
  /** The provider's id of the request. */
  request?: string;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
};

/** The kinds of failure. */
export type BankErrorType = "ITEM_ERROR" | "INVALID_INPUT" | "INVALID_ACCESS_TOKEN" | "API_ERROR" | "RATE_LIMIT_EXCEEDED" | "ACCOUNT_NEEDS_ATTENTION" | "ACCOUNT_MISSING" | "TIMED_OUT" | "PAYMENT_REQUIRED" | "INSTITUTION_ERROR" | "SERVER_DOWN" | "NO_DATA" | "SYNC_ERROR" | "INTERNAL_ERROR" | "UNKNOWN";

/** Which of the bank's fields become what. */
export type BankMapping = {
  /** The field of the day. */
  date: string;
  /** The field of the payee. */
  payee: string;
  /** The field of the notes. */
  notes: string;
};

/** The fields for both directions of money. */
export type BankMappings = {
  /** Of money that leaves. */
  payment: BankMapping;
  /** Of money that comes in. */
  deposit: BankMapping;
};

/** Who talks to banks for us. */
export type BankProviderId = "simpleFin" | "plaid" | "enableBanking" | "goCardless" | "akahu" | "pluggyai";

/** Why a row cannot be imported. */
export type BankSkipReason = "no-date" | "no-amount" | "currency" | "status";

/** A row that cannot be imported. */
export type SkippedBankRow = {
  /** Why. */
  reason: BankSkipReason;
  /** What tells a person which one it is. */
  text: string;
};

/** The words of `accounts.bank_sync_status`. */
export type BankSyncStatus = "ok" | "pending" | "sync-requested" | "failed" | "reauth-required" | "attention-required" | "rate-limit-exceeded" | "timed-out" | "account-missing";

/** A connection of a budget. */
export type BankConnectionState = {
  /** Its id. */
  connection: string;
  /** Its provider. */
  provider: BankProviderId;
  /** The bank. */
  institution: BankInstitutionName;
  /** The external accounts to fetch. */
  accounts: Array<string>;
  /** When the bank's consent expires (RFC 3339). */
  validUntil: string | null;
  /** The error of the last fetch; null if it succeeded. */
  error: BankError | null;
};

/** A credential that a provider needs. */
export type BankCredentialField = {
  /** Its name in requests. */
  name: string;
  /** Its name on the screen. */
  label: string;
  /** Whether the input is masked. */
  secret: boolean;
  /** Where the user gets it. */
  help: string;
};

/** An account at a bank. */
export type ExternalAccount = {
  /** The provider's id of the account. */
  account_id: string;
  /** Its name. */
  name: string;
  /** The bank's product name. */
  official_name: string | null;
  /** The last characters of the account number. */
  mask: string | null;
  /** The kind of account. */
  type: ExternalAccountKind;
  /** The provider's subtype. */
  subtype: string | null;
  /** The balance without pending rows; debt is negative. */
  balance: Amount | null;
  /** The available balance. */
  available: Amount | null;
  /** The credit limit. */
  limit: Amount | null;
  /** The ISO code, or the URL of a custom currency. */
  currency: string | null;
  /** The bank. One connection can have accounts at several. */
  institution: BankInstitutionName;
};

/** The kind of an account at a bank. */
export type ExternalAccountKind = "checking" | "savings" | "cd" | "credit" | "debt" | "mortgage" | "investment" | "other";

/** A bank that a provider can reach. */
export type BankInstitution = {
  /** The provider's id of the bank. */
  id: string;
  /** Its name. */
  name: string;
  /** The address of its logo. */
  logo?: string;
  /** ISO codes of its countries. */
  countries: Array<string>;
  /** Longest consent in days. */
  consentDays?: number;
  /** Days of history it provides. */
  historyDays?: number;
  /** Its customer types, `personal` and `business`, if the user must choose. */
  psuTypes?: Array<string>;
};

/** The id and name of a bank. */
export type BankInstitutionName = {
  /** The provider's id of the bank; for SimpleFIN the organisation's domain if it has one. */
  id: string;
  /** Its name. */
  name: string;
};

/** Why a schedule is paused. */
export type FetchPauseReason = "no-key" | "unread" | "full";

/** A provider, and whether a budget can use it. */
export type BankProvider = {
  /** The provider. */
  id: BankProviderId;
  /** Its name on the screen. */
  name: string;
  /** The regions of its banks, as ISO codes of countries or `EEA`. */
  regions: Array<string>;
  /** The credentials it needs. */
  fields: Array<BankCredentialField>;
  /** The users of the stored credentials; null if there are none. */
  configured: BankScope | null;
  /** Whether the user may set it up. */
  canConfigure: boolean;
  /** Whether the user signs in at the bank with a browser. */
  browser: boolean;
  /** Whether the bank is chosen before signing in. */
  needsInstitution: boolean;
};

/** When to fetch a budget's accounts while no device has it open. */
export type FetchSchedule = {
  /** Whether scheduled fetches are on. */
  on: boolean;
  /** Fetches a day, 1 to 4. */
  times: number;
  /** Hour of the first fetch, 0 to 23. */
  firstHour: number;
  /** The user's offset from UTC in minutes; positive to the east. */
  offsetMinutes: number;
};

/** The schedule of a budget, its last and next run, and the budget's connections. */
export type FetchScheduleState = {
  /** The schedule. */
  schedule: FetchSchedule;
  /** The next run (RFC 3339). */
  next: string | null;
  /** The last run (RFC 3339). */
  last: string | null;
  /** Why it is paused although it is on. */
  paused: FetchPauseReason | null;
  /** The budget's connections. */
  connections: Array<BankConnectionState>;
};

/** Who may use the credentials of a provider. */
export type BankScope = "budget" | "server";

/**
 * All budgets in the data directory and on the server, sorted by name (ignoring case), then id;
 * broken ones come last. If the server does not respond in time, its budgets are `unknown`.
 */
export type GetBudgets = {
  /** True: skips the server, so its budgets on this device are `unknown`. */
  onlyHere?: boolean | null;
};

/** Creates an empty budget. */
export type CreateBudget = {
  /** Creates the fixed test budget instead, replacing an earlier one. */
  testMode?: boolean | null;
  /** Its name; by default the next free "My Finances". */
  budgetName?: string | null;
};

/** Creates a demo budget with generated data. */
export type CreateDemoBudget = Record<symbol, never>;

/** Opens a budget for this session. */
export type LoadBudget = {
  /** The budget. */
  id: string;
};

/** Binds a reconnected session to its budget again. */
export type ResumeBudget = {
  /** The budget. */
  id: string;
  /** The last revision that the session has received. */
  revision: number;
};

/** Leaves this session's budget; the last session to leave closes the file. */
export type CloseBudget = Record<symbol, never>;

/** Deletes a budget from this computer, from the server, or from both, starting with the server. */
export type DeleteBudget = {
  /** The budget on this computer; absent to keep it. */
  id?: string | null;
  /** The budget on the server; absent to keep it. */
  cloudFileId?: string | null;
};

/** Imports an uploaded budget file as a budget. */
export type ImportBudget = {
  /** Handle returned by the upload, or the path of a YNAB4 budget that was found. */
  filepath: string;
  /** What kind of file it is. */
  type: ImportType;
  /** How to treat a budget on this computer with the same id; by default it is replaced. Budgets of other programs have no id. */
  existing?: ExistingBudget | null;
};

/** The YNAB4 budgets in the usual places on this computer. */
export type GetYnab4Files = Record<symbol, never>;

/** The open budget as a zip that every program with this file format opens. */
export type ExportBudget = Record<symbol, never>;

/** Stores a small file for a later import call. */
export type UploadFileWeb = {
  /** Its original name. */
  filename: string;
  /** Its bytes in base64. */
  contents: string;
};

/** The budgets on the server. */
export type GetRemoteFiles = Record<symbol, never>;

/** One budget on the server. */
export type GetUserFileInfo = {
  /** Its id on the server. */
  fileId: string;
};

/**
 * Uploads a whole budget to the server. A budget that the server does not know becomes a new file
 * there.
 */
export type UploadBudget = {
  /** The budget; by default the open one. */
  id?: string | null;
};

/**
 * Downloads a budget from the server. If the key of an encrypted budget is missing, the call fails
 * with `decrypt-failure` and meta `{isMissingKey: true}`: call `key-test`, then retry.
 */
export type DownloadBudget = {
  /** Its id on the server (`cloudFileId`). */
  fileId: string;
  /** Replaces a budget with the same id. Otherwise such a budget causes `file-exists` with meta `{id, name}`. */
  replace?: boolean | null;
};

/** Disconnects the open budget from the server: it becomes a local one. The server keeps its copy. */
export type Unregister = Record<symbol, never>;

/** The address of the sync server in use, null without one. */
export type GetServerUrl = Record<symbol, never>;

/**
 * Chooses a sync server, or none with null. First checks that a sync server responds there.
 * Changing the address signs out. For the server that the program serves itself, also signs in if
 * that server has a password. Fails with `network-failure` if nothing responds (also for an
 * address without http:// or https://), and with `invalid-server` if something else responds.
 */
export type SetServerUrl = {
  /** The address, with or without a path, or null. Required, so that omitting it by mistake does not sign out. */
  url: string | null;
  /** False: skips the check. */
  validate?: boolean | null;
};

/** The version of the sync server in use. */
export type GetServerVersion = Record<symbol, never>;

/** Whether a server still needs its first password. */
export type SubscribeNeedsBootstrap = {
  /** The server; by default the one in use. */
  url?: string | null;
};

/** The ways to sign in to the server in use. */
export type SubscribeGetLoginMethods = Record<symbol, never>;

/**
 * The user signed in to the server; null without a session or when the server reports that it has
 * ended. Without a server there is a user once the choice to use none was made (`set-server-url`
 * with null) or a budget exists, and null before.
 */
export type SubscribeGetUser = Record<symbol, never>;

/**
 * Sets a new server's first password and signs in. A Sobre server on another computer, or behind a
 * proxy, requires the setup code that it printed at its start; the errors are
 * `setup-code-required` and `invalid-setup-code`.
 */
export type SubscribeBootstrap = {
  /** The password; an empty one fails with `invalid-password`. */
  password: string;
  /** The setup code of the server, if required. */
  setupCode?: string | null;
};

/** Signs in to the server in use. */
export type SubscribeSignIn = {
  /** The password of the server. */
  password: string;
};

/** Forgets the session of the server. Budgets and keys stay on this device. */
export type SubscribeSignOut = Record<symbol, never>;

/** Changes the password of the server; all sessions stay signed in. */
export type SubscribeChangePassword = {
  /** The new password; an empty one fails with `invalid-password`. */
  password: string;
};

/** Uses a session created elsewhere. */
export type SubscribeSetToken = {
  /** The session token. */
  token: string;
};

/**
 * The devices signed in to the server, the most recently used first. Only Sobre's own server
 * distinguishes devices.
 */
export type SubscribeGetSessions = Record<symbol, never>;

/** Signs out a device. Its budgets stay on it. */
export type SubscribeRevokeSession = {
  /** Its session. */
  id: string;
};

/** Signs out all other devices. */
export type SubscribeSignOutOthers = Record<symbol, never>;

/**
 * The stored uploads of a budget, newest first, also of a budget deleted on the server. Only
 * Sobre's own server keeps more than one.
 */
export type GetUploads = {
  /** Its id on the server (`cloudFileId`). */
  fileId: string;
};

/**
 * Makes an earlier upload the current one, also of a budget deleted on the server. The server
 * drops all later changes, and every device has to download the budget again.
 */
export type RestoreUpload = {
  /** Its id on the server (`cloudFileId`). */
  fileId: string;
  /** The upload. */
  uploadId: string;
};

/**
 * Syncs the open budget now and returns when done. Without a server, or for a budget that is on
 * none, does nothing. Fails with the reason as code; every tab receives the same reason in a
 * `sync-event`.
 */
export type Sync = Record<symbol, never>;

/**
 * Makes this copy of the open budget the authoritative one: starts a new sync generation and
 * uploads it. Other devices have to download it, or do the same.
 */
export type SyncReset = Record<symbol, never>;

/** Recomputes the Merkle tree from all stored messages. Sync afterwards. */
export type SyncRepair = Record<symbol, never>;

/**
 * Encrypts the open budget with a new key derived from a password: resets sync and uploads the
 * budget encrypted. Other devices need the password from then on.
 */
export type KeyMake = {
  /** The password; it is not stored. */
  password: string;
};

/** Tests a password on an encrypted file of the server and stores the key on this device. */
export type KeyTest = {
  /** The password. */
  password: string;
  /** Id of the file on the server (`cloudFileId`). */
  fileId: string;
};

/** The page received focus: syncs the open budget soon. */
export type AppFocused = Record<symbol, never>;

/** Makes a backup of a budget now, and deletes the backups that have expired. */
export type BackupMake = {
  /** The budget. */
  id: string;
};

/**
 * The backups of a budget, newest first. If a backup is loaded, the budget it replaced comes
 * first.
 */
export type BackupsGet = {
  /** The budget. */
  id: string;
};

/**
 * Closes a budget for every session and replaces it by a backup. The restored budget has no sync
 * generation, so no sync can bring back the discarded changes.
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

/** Records that the tour was seen or dismissed; this device does not show it again. */
export type SetTutorialSeen = Record<symbol, never>;

/** The one-time notices that an older budget has not shown yet. New budgets have none. */
export type GetUpgradeNotifications = Record<symbol, never>;

/** Records that the open budget has shown a notice. */
export type SeenUpgradeNotification = {
  /** The notice. */
  type: UpgradeNotice;
};

/**
 * The last budget opened on this computer, by any browser, and not closed since; null if there is
 * none or it no longer exists.
 */
export type GetLastOpenedBackup = Record<symbol, never>;

/**
 * The first and last month that have a sheet: from three months before the earliest transaction,
 * or today, to twelve after today. They never shrink while a budget is open.
 */
export type GetBudgetBounds = Record<symbol, never>;

/** The cells that a month of the rollover budget shows. */
export type RolloverBudgetMonth = {
  /** The month shown. */
  month: Month;
};

/** The cells that a month of the report budget shows. */
export type ReportBudgetMonth = {
  /** The month shown. */
  month: Month;
};

/**
 * The cells that a screen shows for some months, in the budget's mode. Cell names are sent once
 * for all months, so several months are little larger than one.
 */
export type GetBudgetCells = {
  /** The months, at most 60. */
  months: Array<Month>;
};

/** Switches between envelope (rollover) and tracking (report) budgeting. */
export type BudgetSetType = {
  /** The new mode. */
  type: BudgetType;
};

/** Sets the budgeted amount of a category in a month. */
export type BudgetBudgetAmount = {
  /** The month. */
  month: Month;
  /** The category. */
  category: CategoryId;
  /** Cents; a value that is not a number counts as 0. */
  amount: Amount;
};

/** Sets several budgeted amounts as one undo step: all of them, or none. */
export type BudgetSetAmounts = {
  /** At most 5,000; of two for the same month and category the last one counts. */
  amounts: Array<BudgetedAmount>;
};

/** Lets overspending of a category roll over from a month on, or stops it. */
export type BudgetSetCarryover = {
  /** First month affected; every later month that has a sheet follows. */
  startMonth: Month;
  /** The category. */
  category: CategoryId;
  /** Whether a negative balance stays in the category. */
  flag: boolean;
};

/** Copies the previous month's budgets, for shown categories that have one there. */
export type CopyPreviousMonth = {
  /** The month to fill. */
  month: Month;
};

/** Copies a category's budget from the previous month. */
export type CopySingleMonth = {
  /** The month to fill. */
  month: Month;
  /** The category. */
  category: CategoryId;
};

/** Copies a category's budget to the later months of the year. */
export type CopyUntilYearEnd = {
  /** The month to copy. */
  month: Month;
  /** The category. */
  category: CategoryId;
};

/** Sets every category of a month to 0, hidden ones too. */
export type SetZero = {
  /** The month. */
  month: Month;
};

/** Sets every shown category to its average of three months. */
export type Set3MonthAvg = {
  /** The month to fill. */
  month: Month;
};

/** Sets every shown category to its average of six months. */
export type Set6MonthAvg = {
  /** The month to fill. */
  month: Month;
};

/** Sets every shown category to its average of twelve months. */
export type Set12MonthAvg = {
  /** The month to fill. */
  month: Month;
};

/** Sets one category to its average. */
export type SetNMonthAvg = {
  /** The month to fill. */
  month: Month;
  /** How many months to average, 1 to 120. */
  N: number;
  /** The category, hidden or not. */
  category: CategoryId;
};

/** Copies a month of a report budget to all later months, for categories that have a budget there. */
export type SetAllFuture = {
  /** The month to copy. */
  startMonth: Month;
};

/** Stops holding the income of all income categories of a month. */
export type ResetIncomeCarryover = {
  /** The month. */
  month: Month;
};

/**
 * Holds money for the next month, at most what is left to budget. Replies `false` and does nothing
 * if nothing is left.
 */
export type HoldForNextMonth = {
  /** The month that has the money. */
  month: Month;
  /** Cents to add to the hold; a negative amount releases some of it. */
  amount: Amount;
};

/** Releases all money held for the next month. */
export type ResetHold = {
  /** The month that has the money. */
  month: Month;
};

/**
 * Covers the overspending of a category, at most with what the source has. The reply is what was
 * moved, in cents.
 */
export type CoverOverspending = {
  /** The month. */
  month: Month;
  /** The overspent category. */
  to: CategoryId;
  /** The source: another category, or `to-budget`. */
  from: string;
  /** Cents; all overspending if none are given. */
  amount: Amount | null;
};

/**
 * Covers the overspending of a month of an envelope budget from one source, as one undo step: each
 * shown category gets what it lacks, in the order of the budget, until the source is empty.
 * Categories that carry their overspending over are left out.
 */
export type CoverAllOverspending = {
  /** The month. */
  month: Month;
  /** The source: a category, or `to-budget`. */
  from: string;
  /** Covers everything, even if the source falls below zero. */
  belowZero?: boolean | null;
};

/**
 * Covers a negative amount to budget from a category, at most with its balance. The reply is what
 * was moved, in cents.
 */
export type CoverOverbudgeted = {
  /** The month. */
  month: Month;
  /** The category that gives the money. */
  category: CategoryId;
  /** Cents; all that is missing if none are given. */
  amount: Amount | null;
};

/**
 * Budgets money to a category, at most what is left to budget. The reply is what was moved, in
 * cents.
 */
export type TransferAvailable = {
  /** The month. */
  month: Month;
  /** Cents. */
  amount: Amount;
  /** The category. */
  category: CategoryId;
};

/** Moves money from one category to another, without a limit. */
export type TransferCategory = {
  /** The month. */
  month: Month;
  /** Cents; a negative amount moves the other way. */
  amount: Amount;
  /** A category, or `to-budget`. */
  from: string;
  /** A category, or `to-budget`. */
  to: string;
};

/**
 * Fills the shown categories without a budget in a month by their templates, as one undo step.
 * A category whose note has a line that is not understood keeps its budget and is named among the
 * problems. If any templates contradict each other, nothing is written.
 */
export type ApplyGoalTemplate = {
  /** The month to fill. */
  month: Month;
};

/** The same for all shown categories with templates; replaces what they have budgeted. */
export type OverwriteGoalTemplate = {
  /** The month to fill. */
  month: Month;
};

/** The same for one category, hidden or not. */
export type ApplySingleTemplate = {
  /** The month to fill. */
  month: Month;
  /** The category. */
  category: CategoryId;
};

/** The same for some categories, hidden or not. */
export type ApplyMultipleTemplates = {
  /** The month to fill. */
  month: Month;
  /** The categories, at most 1,000. */
  categoryIds: Array<CategoryId>;
};

/**
 * Cleans up a month of an envelope budget by the `#cleanup` lines of the notes: sources give what
 * is left, overspending is covered, sinks take the rest. One undo step.
 */
export type CleanupGoalTemplate = {
  /** The month to clean up. */
  month: Month;
};

/**
 * Stores the template lines of all notes with their categories, where other programs read them.
 * Every call that applies templates does so, too.
 */
export type StoreNoteTemplates = Record<symbol, never>;

/** Checks the template lines of all categories without applying them. */
export type CheckTemplates = Record<symbol, never>;

/**
 * Writes lines as the text of a note, such as those that a form was filled in for. Refuses a line
 * that would not read back with the same meaning.
 */
export type RenderNoteTemplates = {
  /** The lines, at most 1,000. */
  templates: TemplateLine[];
};

/**
 * The meaning of the template lines in a category's note, and what they budget in a month.
 * Changes nothing.
 */
export type ExplainTemplates = {
  /** The month. */
  month: Month;
  /** The category. */
  category: CategoryId;
  /** The note as it is typed; the saved lines if none is given. */
  note?: string | null;
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
 * Returns the value of a named cell. If no cell has that name, evaluates the query once and stores
 * nothing.
 */
export type CreateQuery = {
  /** The sheet, normally `__global`. */
  sheetName: string;
  /** Name of the cell. */
  name: string;
  /** The serialized query. */
  query: unknown;
};

/** Explains a cell's value. */
export type ExplainCell = {
  /** `budget{yyyyMM}` or `__global`. */
  sheetName: string;
  /** Name within the sheet. */
  name: string;
};

/** Lists the last changes of a cell since the budget was opened, at most 20. */
export type ExplainChanges = {
  /** `budget{yyyyMM}` or `__global`. */
  sheetName: string;
  /** Name within the sheet. */
  name: string;
};

/** Recalculates every cell from the database. */
export type ResetBudgetCache = Record<symbol, never>;

/** Runs a serialized query on the open budget. */
export type Query = SerializedQuery;

/** Makes query filters from conditions. Malformed conditions are left out and their errors listed. */
export type MakeFiltersFromConditions = {
  /** Conditions `{field, op, value, options?}`, at most 500. */
  conditions: Condition[];
  /** `and` or `or`: how the caller will join the filters. It does not change the filters. */
  conditionsOp?: 'and' | 'or';
  /** Whether "no category" excludes transfers and split parents, which never have one (default true). */
  applySpecialCases?: boolean;
};

/**
 * Writes the transactions of a query as CSV text; empty without rows. The query's select and its
 * options are ignored.
 */
export type TransactionsExportQuery = {
  /** A serialized query on transactions. */
  query: SerializedQuery;
};

/** All live accounts, in sidebar order. */
export type AccountsGet = Record<symbol, never>;

/**
 * Creates an account at the end of its list, on or off budget, and its transfer payee. A balance
 * becomes a starting transaction dated today. Returns the new id.
 */
export type AccountCreate = {
  /** Name given by the user. */
  name: string;
  /** Kind of account. */
  type?: AccountType | null;
  /** Starting balance, in units such as `12.5`, not in cents. */
  balance?: Amount | null;
  /** Outside the budget. */
  offBudget?: boolean;
  /** Created as a closed account. */
  closed?: boolean;
};

/** Renames an account. */
export type AccountUpdate = {
  /** The account. */
  id: AccountId;
  /** Its new name. */
  name: string;
};

/** Balance and number of transactions of an account. */
export type AccountProperties = {
  /** The account. */
  id: AccountId;
};

/**
 * Closes an account, or deletes it when it has no transactions. Its balance moves to another
 * account. A closed or deleted account stays as it is. Any bank link is removed; undo does not
 * restore the link.
 */
export type AccountClose = {
  /** The account. */
  id: AccountId;
  /** The account that receives the balance; required unless the balance is zero. */
  transferAccountId?: AccountId | null;
  /** The category of the transfer when the money leaves the budget. */
  categoryId?: CategoryId | null;
  /** Deletes the account and all its transactions instead. */
  forced?: boolean;
};

/** Reopens a closed account; the closing transaction stays. */
export type AccountReopen = {
  /** The account. */
  id: AccountId;
};

/** Unlinks an account from its bank; its transactions stay. Not undoable. */
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

/**
 * Starts a bank sign-in or the repair of a connection. The browser opens the returned address, and
 * `poll-web-token` waits for the result.
 */
export type CreateWebToken = {
  /** The provider; by default the only configured one with browser sign-in. */
  provider?: BankProviderId | null;
  /** The bank, an id from `bank/institutions`, if the provider needs it before the sign-in. */
  institution?: string | null;
  /** The account to link. */
  accountId?: AccountId | null;
  /** The token from `make-plaid-public-token`, to start the prepared repair. */
  linkToken?: string | null;
  /** The two-letter code of the bank's country, if the provider needs it. */
  country?: string | null;
  /** The customer type, one of the bank's `psuTypes`, if it has several. */
  psuType?: string | null;
  /** The user's language, such as `en`. */
  language?: string | null;
  /** The address of this app, which the bank redirects the browser to. */
  back?: string | null;
};

/**
 * Waits until a sign-in ends. Fails with `timeout` after ten minutes, with `cancelled` if the user
 * cancelled at the bank, and with `stopped` after `poll-web-token-stop`.
 */
export type PollWebToken = {
  /** The sign-in. */
  token: string;
};

/** Stops all sign-in waits of this session and cancels their sign-ins on the server. */
export type PollWebTokenStop = Record<symbol, never>;

/**
 * Completes a sign-in with the address that the browser ended at, for servers that a bank cannot
 * redirect to.
 */
export type BankLinkBack = {
  /** The sign-in. */
  token: string;
  /** The address that the user pasted. */
  address: string;
};

/**
 * Prepares the repair of a connection of any provider. Fails with `not-supported` if the provider
 * must be set up again instead.
 */
export type MakePlaidPublicToken = {
  /** The connection: an id from `banks`. */
  bankId: string;
};

/**
 * Links an account at a bank with an account of the budget and imports its transactions. If only
 * the import fails, the account stays linked and shows the error.
 */
export type AccountsLink = {
  /** The bank. */
  institution: BankInstitutionName;
  /** From `poll-web-token` or `bank/accounts`. */
  publicToken: string;
  /** The account at the bank. */
  accountId: string;
  /** The account of the budget. */
  upgradingId: AccountId;
  /** Options for the first import. */
  choice?: LinkChoice | null;
};

/**
 * Creates a new account for each account at a bank and imports their transactions. Skips accounts
 * that are already linked. Returns the new ids in the given order.
 */
export type AccountsConnect = {
  /** The bank. */
  institution: BankInstitutionName;
  /** From `poll-web-token` or `bank/accounts`. */
  publicToken: string;
  /** The accounts at the bank. */
  accountIds: Array<string>;
  /** Which of them to create off budget. */
  offbudgetIds?: Array<string>;
  /** Options for the first import, by account at the bank. */
  choices?: { [key in string]: LinkChoice };
};

/**
 * Fetches and imports bank transactions for one account, for `onbudget` or `offbudget` accounts,
 * or for all open linked accounts. If a bank sync is already running, waits for it and returns its
 * result. All imported transactions are one undo step.
 */
export type AccountsSync = {
  /** An account id, `onbudget` or `offbudget`; all linked accounts by default. */
  id?: string | null;
};

/** All connections to banks. */
export type Banks = Record<symbol, never>;

/** All linked accounts. */
export type BankLinkedAccounts = Record<symbol, never>;

/** Returns the providers and which of them are set up. */
export type BankProviders = Record<symbol, never>;

/** Sets up a provider. Validates the credentials with the provider before storing them. */
export type BankConfigure = {
  /** The provider. */
  provider: BankProviderId;
  /** The credentials by field name. */
  values: { [key in string]: string };
  /** Who may use the credentials. */
  scope?: BankScope;
};

/** Deletes the credentials of a provider. Its accounts stay linked, but can no longer be fetched. */
export type BankReset = {
  /** The provider. */
  provider: BankProviderId;
  /** Whose credentials to delete. */
  scope?: BankScope;
};

/** The banks of a country. */
export type BankInstitutions = {
  /** The provider. */
  provider: BankProviderId;
  /** The two-letter code of the country. */
  country: string;
  /** Part of the bank's name. */
  search?: string | null;
};

/** Returns the accounts of a provider without browser sign-in. */
export type BankAccounts = {
  /** The provider. */
  provider: BankProviderId;
};

/** The settings of a linked account. */
export type BankSettingsGet = {
  /** The account. */
  accountId: AccountId;
};

/** Changes the settings of a linked account. Not undoable, like other preferences. */
export type BankSettingsSave = {
  /** The account. */
  accountId: AccountId;
  /** The complete settings. */
  settings: BankAccountSettings;
};

/**
 * The bank's fields of an account's newest imported transaction, to choose which become day, payee
 * and notes.
 */
export type BankExample = {
  /** The account. */
  accountId: AccountId;
  /** Whether to show an outgoing or incoming transaction. */
  direction: MoneyDirection;
};

/**
 * The last imports of an account, or of all linked accounts, newest first. Only those of this
 * device.
 */
export type BankReport = {
  /** The account. */
  accountId?: AccountId | null;
};

/** Returns when the server fetches while this budget is closed. */
export type BankScheduleGet = Record<symbol, never>;

/** Changes when the server fetches while this budget is closed. */
export type BankScheduleSave = {
  /** The new schedule. */
  schedule: FetchSchedule;
};

/** All live groups and categories in display order. */
export type GetCategories = Record<symbol, never>;

/** Creates a category at the top of its group; returns its id. */
export type CategoryCreate = {
  /** Trimmed; must differ from the names in the group. */
  name: string;
  /** The group. */
  groupId: GroupId;
  /** Taken from the caller, not derived from the group. */
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
  /** The group it moves to. */
  groupId: GroupId;
  /** The category it moves before; null for the end. */
  targetId?: CategoryId | null;
};

/** Deletes a category and moves its contents to another of the same kind. */
export type CategoryDelete = {
  /** The category. */
  id: CategoryId;
  /** The category that receives its transactions and budgets. */
  transferId?: CategoryId | null;
};

/** Creates a group after the others; returns its id. */
export type CategoryGroupCreate = {
  /** Must differ from the names of live groups. */
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
  /** The group it moves before; null for the end. */
  targetId?: GroupId | null;
};

/** Deletes a group with its categories and moves their contents to another category. */
export type CategoryGroupDelete = {
  /** The group. */
  id: GroupId;
  /** The category that receives the transactions and budgets of its categories. */
  transferId?: CategoryId | null;
};

/** Whether deleting the category would lose transactions or budgets. */
export type MustCategoryTransfer = {
  /** The category. */
  id: CategoryId;
};

/** All notes that are not empty, by id. */
export type NotesGet = Record<symbol, never>;

/** Writes a note; empty text clears it. */
export type NotesSave = {
  /** The note's owner, as in `notes-get`. */
  id: string;
  /** The text, or null to clear the note. Required, so that omitting it by mistake clears nothing. */
  note: string | null;
};

/**
 * Adds, changes and deletes transactions in one step. The other sides of transfers are updated,
 * and a deleted split takes its lines with it. Fields that begin with an underscore are ignored,
 * unknown ones rejected.
 */
export type TransactionsBatchUpdate = {
  /** New transactions; each may have its own id. A `payee_name` without a payee stands for the payee with that name, ignoring case, or for a new one. */
  added?: NewTransaction[] | null;
  /** Changed fields; null clears a field. */
  updated?: TransactionChange[] | null;
  /** Transactions to delete. */
  deleted?: Array<TransactionRef> | null;
  /** Payees to create in the same step, for the transactions that use them. A payee that exists with this id and name is skipped. */
  newPayees?: Array<NewPayee> | null;
  /** Whether to learn rules from the categories that the batch gives (default false). Nothing is learned from payees that are excluded from it, nor with the preference `learn-categories` at `false`. */
  learnCategories?: boolean | null;
  /** Whether the rules run on the new transactions before they are stored (default false). Rules overwrite given fields; a transaction that a rule deletes is not added. */
  runRules?: boolean | null;
  /** Whether the rules fill in empty fields of the new transactions: payee, category, notes, schedule (default false). Given fields stay, and no category is learned from filled ones. */
  fillByRules?: boolean | null;
  /** Whether to update the other sides of transfers (default true). */
  runTransfers?: boolean | null;
  /** Whether the response contains the added and deleted rows (default true). Subscribed tabs receive these rows by event in any case. */
  answerRows?: boolean | null;
};

/**
 * Merges two transactions of the same account and amount, and returns the one that stays: the one
 * imported from a bank, else the one whose payee came from the bank, else the earlier one. It
 * takes over the fields it lacks. Also accepts rows with ids.
 */
export type TransactionsMerge = {
  /** The two transactions. */
  ids: [TransactionId, TransactionId];
};

/**
 * Repairs split lines that lack fields of their parent, lines without a parent, and fields that do
 * not belong to a kind of row. A transfer that loses such an error gets its missing other side.
 * Cannot be undone.
 */
export type FixSplitTransactions = Record<symbol, never>;

/** Counts what `tools/fix-split-transactions` would repair, and changes nothing. */
export type CheckSplitTransactions = Record<symbol, never>;

/** The oldest transaction that is not a split line. */
export type GetEarliestTransaction = Record<symbol, never>;

/** The latest transaction that is not a split line. */
export type GetLatestTransaction = Record<symbol, never>;

/** All live payees: ordinary ones by name, then transfer payees by account. */
export type PayeesGet = Record<symbol, never>;

/** Creates a payee, even if one has that name; returns its id. */
export type PayeeCreate = {
  /** Its name. */
  name: string;
};

/** Deletes, adds and changes payees in one step. Transfer payees are never renamed or deleted. */
export type PayeesBatchChange = {
  /** New payees. */
  added?: Array<NewPayee> | null;
  /** Changed payees. */
  updated?: Array<PayeeChange> | null;
  /** Payees to delete. */
  deleted?: Array<PayeeRef> | null;
};

/** Merges payees into another one and deletes them. Transfer payees stay as they are. */
export type PayeesMerge = {
  /** The payee that stays. */
  targetId: PayeeId;
  /** The payees to merge into it. */
  mergeIds: Array<PayeeId>;
  /** Whether a rule names transactions after the payee that stays when a bank sends the name of a merged one (default false). The rule belongs to the same step. */
  rename?: boolean | null;
};

/** Filters payees down to those that no live transaction uses. */
export type PayeesCheckOrphaned = {
  /** The payees to check. */
  ids: Array<PayeeId>;
};

/** The rules that mention a payee, in the order they run. */
export type PayeesGetRules = {
  /** The payee. */
  id: PayeeId;
};

/**
 * How often the rules mention each payee. Payees without rules are left out, and so are rules of
 * completed schedules.
 */
export type PayeesGetRuleCounts = Record<symbol, never>;

/** All rules in the order they run; those that cannot be read come last. */
export type RulesGet = Record<symbol, never>;

/** A rule, or null if there is none. */
export type RuleGet = {
  /** Row id. */
  id: string;
};

/** Adds a rule and returns it, or its errors. */
export type RuleAdd = {
  /** Its id; generated if absent. */
  id?: string | null;
  /** When it runs; null is the usual stage. */
  stage: Stage | null;
  /** How its conditions combine; all of them must hold by default. */
  conditionsOp?: ConditionsOp | null;
  /** `{field, op, value, options?}`, at most 500. */
  conditions: Condition[];
  /** `{op, field?, value, options?}`, at most 500. */
  actions: Action[];
};

/** Changes the given fields of a rule and returns it, or its errors. */
export type RuleUpdate = {
  /** Row id. */
  id: string;
  /** When it runs; null is the usual stage. */
  stage?: Stage | null;
  /** How its conditions combine. */
  conditionsOp?: ConditionsOp | null;
  /** `{field, op, value, options?}`, at most 500. */
  conditions?: Condition[] | null;
  /** `{op, field?, value, options?}`, at most 500. */
  actions?: Action[] | null;
};

/** Deletes rules. Rules of schedules, also of deleted ones, stay. */
export type RuleDeleteAll = {
  /** Row ids. */
  ids: Array<string>;
};

/** Checks conditions and actions without storing them. */
export type RuleValidate = {
  /** `{field, op, value, options?}`, at most 500. */
  conditions: Condition[];
  /** `{op, field?, value, options?}`, at most 500. */
  actions: Action[];
};

/**
 * Finds rules that contradict each other: a transaction can meet the conditions of both, and they
 * set one of its fields to different values. Rules that ask for quite different things are not
 * compared.
 */
export type RulesFindConflicts = Record<symbol, never>;

/** Explains the category of a transaction or split line. */
export type ExplainCategory = {
  /** The transaction. */
  id: TransactionId;
};

/**
 * Tries a rule alone on the latest transactions and changes nothing. Lines of splits are left out,
 * as when rules run.
 */
export type RuleDryRun = {
  /** How its conditions combine; all of them must hold by default. */
  conditionsOp?: ConditionsOp | null;
  /** `{field, op, value, options?}`, at most 500. */
  conditions: Condition[];
  /** `{op, field?, value, options?}`, at most 500. */
  actions: Action[];
};

/**
 * Carries out actions on transactions, whatever their conditions, in one step. An invalid action
 * makes the reply null, and nothing changes.
 */
export type RuleApplyActions = {
  /** The transactions; only their ids count. */
  transactions?: Array<TransactionRef> | null;
  /** The same as ids. */
  transactionIds?: Array<string> | null;
  /** `{op, field?, value, options?}`, at most 500. */
  actions: Action[];
  /** Whether the response contains the added and deleted rows (default true). */
  answerRows?: boolean | null;
};

/**
 * Lets imported names become a payee: they join the rule that does so already, or make a new one.
 * Returns the rule's id.
 */
export type RuleAddPayeeRename = {
  /** Payees as banks send them. */
  fromNames: Array<string>;
  /** The payee. */
  to: PayeeId;
};

/**
 * Runs the rules on a transaction that is not stored yet, and returns it as they leave it. A
 * `payee_name` in the reply names a payee that does not exist yet. `_ruleErrors` lists actions
 * that failed.
 */
export type RulesRun = {
  /** Its fields by public names. */
  transaction: Record<string, unknown>;
};

/** All live schedules with their status, completed ones too: those to come first, by next date. */
export type SchedulesGet = Record<symbol, never>;

/** A live schedule, or null if there is none. */
export type ScheduleGet = {
  /** Row id. */
  id: string;
};

/** Adds a schedule and its rule, and returns its id. One condition must be a date. */
export type ScheduleCreate = {
  /** Its fields. */
  schedule?: NewSchedule | null;
  /** `{field, op, value}` about payee, account, amount and date. */
  conditions: Condition[];
  /** Payees that the conditions name and that do not exist yet. */
  newPayees?: Array<NewPayee> | null;
  /** Transactions to link to it. The other sides of transfers follow. */
  transactionIds?: Array<TransactionId> | null;
};

/** Adds several schedules as one step, such as those that were discovered; returns their ids. */
export type ScheduleCreateMany = {
  /** The schedules, at most 1,000. */
  schedules: Array<ScheduleCreate>;
};

/**
 * Changes a schedule and returns its id. Its next date stays unless the date or the account
 * changes, or the call resets it: then it is the first one from today. `{completed: true}`
 * completes it, `{completed: false}` with `resetNextDate` restarts it.
 */
export type ScheduleUpdate = {
  /** The changed fields. */
  schedule: ScheduleChange;
  /** Conditions about payee, account, amount and date, each in place of the old one. Other conditions of the rule stay. */
  conditions?: Condition[] | null;
  /** Payees that the conditions name and that do not exist yet. */
  newPayees?: Array<NewPayee> | null;
  /** Whether the next date is computed again from today. */
  resetNextDate?: boolean | null;
  /** Transactions to link to it. The other sides of transfers follow. */
  transactionIds?: Array<TransactionId> | null;
};

/** Deletes a schedule and its rule. Its transactions stay, without a schedule. */
export type ScheduleDelete = {
  /** Row id. */
  id: string;
};

/** Deletes schedules and their rules as one step. Their transactions stay, without a schedule. */
export type ScheduleDeleteMany = {
  /** Row ids. */
  ids: Array<string>;
};

/**
 * Moves a schedule on to its next date without a transaction. After the last date it is completed;
 * a single date does not move.
 */
export type ScheduleSkipNextDate = {
  /** Row id. */
  id: string;
};

/**
 * Adds the transaction of the next date, as the rules leave it. Nothing happens if the schedule
 * has no account, or if the transaction of this date stands already. A deleted one is added again.
 * The next date stays: the status becomes `paid`, and the daily run moves on. Only a date before
 * today moves on at once, so that one missed date can be posted after the other.
 */
export type SchedulePostTransaction = {
  /** Row id. */
  id: string;
  /** Dates the transaction today (default false). */
  today?: boolean | null;
};

/** Links transactions to a schedule, or unlinks them. The other sides of transfers follow. */
export type ScheduleLinkTransactions = {
  /** The schedule; null unlinks. */
  id: string | null;
  /** The transactions. */
  transactionIds: Array<TransactionId>;
};

/** The first days of a recurring date from today on, off weekends if it says so. Fewer if it ends. */
export type ScheduleGetUpcomingDates = {
  /** The recurring date. */
  config: RecurrenceConfig;
  /** How many, at most 1,000. */
  count: number;
};

/**
 * Finds transactions that recur and have no schedule yet: weekly, every two weeks, monthly and on
 * some weekdays of a month. The most regular pattern of each payee counts.
 */
export type ScheduleDiscover = Record<symbol, never>;

/**
 * Runs the daily work of schedules now, as after a sync that succeeded: posts those that are due,
 * each missed date once, and moves on those that are paid.
 */
export type ScheduleForceRun = Record<symbol, never>;

/**
 * The report of the latest run that posted, completed or failed to post something; null if there
 * was none. The run may have been made while no tab was open.
 */
export type ScheduleGetLastRun = {
  /** The id of the report that the caller has: returns all later ones as one report with the id and day of the latest, or null. About a month of reports is kept; if the caller's is older, all of them are returned. */
  after?: string | null;
};

/**
 * The transactions to come of uncompleted schedules, oldest first: missed, due and upcoming ones.
 * A transfer stands in both accounts. Each carries the balance that its account will have after
 * it.
 */
export type ScheduleGetPreviews = {
  /** Only those of this account. */
  account?: AccountId | null;
};

/**
 * The bills of a month that are not paid yet, per envelope: what schedules will still take out of
 * or bring into each category, with the transactions that make up each sum.
 */
export type ScheduleGetBills = {
  /** The month. */
  month: Month;
};

/**
 * The lowest balance that each open account will reach until the next income that a schedule
 * brings it; without one, within 31 days. Accounts without transactions to come are left out.
 */
export type ScheduleGetLowestBalances = Record<symbol, never>;

/**
 * Reads an uploaded file of transactions (CSV or TSV, QIF, OFX or QFX, or the XML of CAMT.053; the
 * ending of its name decides). The upload stays, so that it can be read with other options.
 */
export type TransactionsParseFile = {
  /** Handle returned by the upload. */
  filepath: string;
  /** How to read it. */
  options?: ParseOptions;
};

/**
 * Reads an uploaded file as transactions to import into an account. Settings
 * that the call leaves out come from the last import into the account, or are guessed.
 */
export type TransactionsReadFile = {
  /** Handle returned by the upload, which stays. */
  filepath: string;
  /** The account; if absent, the one that a number in the file was imported into before. */
  accountId?: string | null;
  /** How to read it. */
  reading?: FileReading | null;
};

/**
 * Imports an uploaded file into an account, for scripts: reads it as `transactions-read-file`
 * does, leaves out what cannot be read or stands in it twice, imports the rest as one step, and
 * remembers how the file was read.
 */
export type TransactionsImportFile = {
  /** Handle returned by the upload, which stays. */
  filepath: string;
  /** The account; if absent, the one that a number in the file was imported into before. */
  accountId?: string | null;
  /** How to read it; if absent, as the last file of the account. */
  reading?: FileReading | null;
  /** Whether to answer what would happen and write nothing. */
  isPreview?: boolean | null;
  /** How to import. */
  opts?: ImportOptions | null;
};

/**
 * Imports transactions into an account. A transaction that is there already is matched: its empty
 * fields are filled, it is cleared if `cleared` is on, and nothing else changes. Importing a
 * statement again adds and changes nothing. Rules run on each transaction before.
 */
export type TransactionsImport = {
  /** The account. */
  accountId: string;
  /** `date` (yyyy-MM-dd) is required; `amount` in cents is 0 if absent. Also `payee` or `payee_name`, `imported_payee`, `category`, `notes`, `imported_id`, `cleared`, `subtransactions`, and `forceAddTransaction` for one that must not be matched. */
  transactions: Record<string, unknown>[];
  /** Whether to answer what would happen and write nothing. */
  isPreview?: boolean | null;
  /** How to import. */
  opts?: ImportOptions | null;
};

/** Saves a filter under a name and returns its id. Also accepts `{state: filter, filters}`. */
export type FilterCreate = {
  /** The name, unique among filters ignoring case. */
  name: string;
  /** Conditions `{field, op, value, type?, options?}`, 1 to 500. */
  conditions: Condition[];
  /** How they combine; all of them must hold by default. */
  conditionsOp?: ConditionsOp | null;
};

/** Changes the given fields of a filter. Also accepts `{state: filter, filters}`. */
export type FilterUpdate = {
  /** Row id. */
  id: string;
  /** New name. */
  name?: string | null;
  /** New conditions. */
  conditions?: Condition[] | null;
  /** How they combine from now on. */
  conditionsOp?: ConditionsOp | null;
};

/** Deletes a filter. The transactions it lists stay. */
export type FilterDelete = {
  /** Row id. */
  id: string;
};

/** All live pages in the order in which they were made, with their live cards. */
export type DashboardsGet = Record<symbol, never>;

/** Adds a page and returns its id. */
export type DashboardCreate = {
  /** The name. */
  name: string;
};

/** Renames a page. */
export type DashboardRename = {
  /** Row id. */
  id: string;
  /** New name. */
  name: string;
};

/** Deletes a page and its cards. The last page stays. */
export type DashboardDelete = {
  /** Row id. */
  id: string;
};

/** Replaces all cards of a page by those of a new budget. */
export type DashboardReset = {
  /** Row id of the page. */
  id: string;
};

/** Moves and resizes cards. Writes only what differs from the stored places. */
export type DashboardUpdate = {
  /** The cards, each once. */
  widgets: Array<CardPlacement>;
};

/** Changes some settings of a card; all others stay as they are stored. */
export type DashboardUpdateWidget = {
  /** Row id. */
  id: string;
  /** The settings to set, each with its whole value. */
  meta?: Record<string, unknown>;
  /** The settings to remove, which are defaults from now on. */
  remove?: Array<string> | null;
};

/** Adds a card to a page and returns its id. Without a place, it stands after the last card. */
export type DashboardAddWidget = {
  /** A `CardKind`. */
  type: CardKind;
  /** Columns. */
  width: number;
  /** Rows. */
  height: number;
  /** The settings; absent for all defaults. A `custom-report` has the `id` of a saved report. */
  meta?: Record<string, unknown>;
  /** Row id of the page. */
  dashboard_page_id: string;
  /** The first column, given together with the row. */
  x?: number;
  /** The first row. */
  y?: number;
};

/** Removes a card from its page. A saved report that it shows stays. */
export type DashboardRemoveWidget = {
  /** Row id. */
  id: string;
};

/** Copies a card behind the last one of a page, which may be its own, and returns the new id. */
export type DashboardCopyWidget = {
  /** Row id. */
  id: string;
  /** Row id of the page. */
  targetDashboardPageId: string;
};

/**
 * Writes a page as a file that `dashboard-import` reads. Leaves out cards of unknown types and of
 * deleted reports, which no program could import.
 */
export type DashboardExport = {
  /** Row id of the page. */
  id: string;
};

/**
 * Replaces the cards of a page by those of an exported file, as one step. Saved reports of the
 * file replace those with the same id, deleted ones too; others are added. A file with any fault
 * changes nothing. Takes an upload or the text itself.
 */
export type DashboardImport = {
  /** Handle returned by the upload, which stays. */
  filePath?: string | null;
  /** The text of the file. */
  content?: string | null;
  /** Row id of the page. */
  dashboardPageId: string;
};

/**
 * The figures of some cards, in the order of the request. A card that cannot be computed has its
 * own error and leaves the others whole.
 */
export type ReportFigures = {
  /** The cards, at most 500. */
  reports: Array<AskedCard>;
};

/** The transactions behind a figure of a card. */
export type ReportRecipe = {
  /** The card. */
  card: AskedCard;
  /** The figure. */
  part: FigurePart;
};

/** Compares the figures of a card with those of an earlier range, or with an average over several. */
export type ReportCompare = {
  /** The card: net worth, cash flow, summary, calendar or a saved report. */
  card: AskedCard;
  /** What to compare its range with. */
  with: ComparedTo;
};

/** Exports the figures of a card as CSV. */
export type ReportCsv = {
  /** The card. */
  card: AskedCard;
};

/** Exports the figures of several cards as CSV files in one zip. Skips cards without figures. */
export type ReportCsvFiles = {
  /** The cards, at most 500. */
  cards: Array<NamedCard>;
};

/**
 * Forecasts balances from future transactions and schedules: one point for each account and day. A
 * tracking budget has one point for each month.
 */
export type ForecastGenerate = {
  /** Accounts; by default all, including closed ones. */
  accountIds?: Array<string>;
  /** Conditions with public field names. */
  conditions?: unknown[];
  /** How they combine. */
  conditionsOp?: ConditionsOp;
  /** First day; today by default. */
  startDate?: Day;
  /** Last day; by default a year from today. */
  endDate?: Day;
  /** Whether to include schedules without an account. */
  includeAccountlessSchedules?: boolean;
  /** Which sources change the balances. */
  source?: ForecastSource;
};

/** All live saved reports, by name without case, accents and punctuation. */
export type ReportGet = Record<symbol, never>;

/**
 * Saves a report and returns its id. Settings that are not given are those that a new report
 * starts with.
 */
export type ReportCreate = ReportFields;

/** Changes the given settings of a saved report; `id` says of which. */
export type ReportUpdate = ReportFields;

/** Deletes a saved report. Cards that show it stay and say that it is gone. */
export type ReportDelete = {
  /** Row id. */
  id: string;
};

/** Takes back the latest step. */
export type Undo = {
  /** Undoes the step only if the caller made it; otherwise does nothing. */
  onlyOwn?: boolean | null;
  /** The number of the expected step, from the history event; any other step is refused. */
  step?: number;
};

/** Repeats the step that was undone last. */
export type Redo = {
  /** The number of the expected step, from the history event; any other step is refused. */
  step?: number;
};

/** Error codes. */
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
  | 'dashboard-not-found'
  | 'last-dashboard'
  | 'too-many-dashboards'
  | 'invalid-dashboard'
  | 'card-not-found'
  | 'invalid-card'
  | 'too-many-cards'
  | 'report-not-found'
  | 'report-exists'
  | 'invalid-report'
  | 'too-many-periods'
  | 'no-such-figure'
  | 'not-tracking'
  | 'too-many-reports'
  | 'rule-not-found'
  | 'rule-exists'
  | 'invalid-rule'
  | 'slow-rules'
  | 'schedule-not-found'
  | 'schedule-exists'
  | 'invalid-schedule'
  | 'another-step'
  | 'amount-too-large'
  | 'invalid-query'
  | 'query-too-large'
  | 'invalid-prefs'
  | 'unknown-cell'
  | 'templates-off'
  | 'invalid-template'
  | 'clock-drift'
  | 'no-server'
  | 'own-server-off'
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
  | 'choose-provider'
  | 'not-configured'
  | 'timeout'
  | 'cancelled'
  | 'stopped'
  | 'unknown-token'
  | 'already-linked'
  | 'account-not-linked'
  | 'bank-not-found'
  | 'invalid-credentials'
  | 'invalid-values'
  | 'forbidden'
  | 'bank-failed'
  | 'not-supported'
  | 'upload-not-found'
  | 'upload-under-way'
  | 'server-data-missing'
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
  | 'server-storage-full'
  | 'too-many-files'
  | 'path-taken'
  | 'budget-moved'
  | 'data-dir-in-use'
  | 'data-dir-missing';

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
  'budget/set-amounts': { args: BudgetSetAmounts; result: null };
  'budget/set-carryover': { args: BudgetSetCarryover; result: null };
  'budget/copy-previous-month': { args: CopyPreviousMonth; result: null };
  'budget/copy-single-month': { args: CopySingleMonth; result: null };
  'budget/copy-until-year-end': { args: CopyUntilYearEnd; result: null };
  'budget/set-zero': { args: SetZero; result: null };
  'budget/set-3month-avg': { args: Set3MonthAvg; result: null };
  'budget/set-6month-avg': { args: Set6MonthAvg; result: null };
  'budget/set-12month-avg': { args: Set12MonthAvg; result: null };
  'budget/set-n-month-avg': { args: SetNMonthAvg; result: null };
  'budget/set-all-future': { args: SetAllFuture; result: null };
  'budget/reset-income-carryover': { args: ResetIncomeCarryover; result: null };
  'budget/hold-for-next-month': { args: HoldForNextMonth; result: boolean };
  'budget/reset-hold': { args: ResetHold; result: null };
  'budget/cover-overspending': { args: CoverOverspending; result: Amount };
  'budget/cover-all-overspending': { args: CoverAllOverspending; result: CoveredOverspending };
  'budget/cover-overbudgeted': { args: CoverOverbudgeted; result: Amount };
  'budget/transfer-available': { args: TransferAvailable; result: Amount };
  'budget/transfer-category': { args: TransferCategory; result: null };
  'budget/apply-goal-template': { args: ApplyGoalTemplate; result: TemplateOutcome };
  'budget/overwrite-goal-template': { args: OverwriteGoalTemplate; result: TemplateOutcome };
  'budget/apply-single-template': { args: ApplySingleTemplate; result: TemplateOutcome };
  'budget/apply-multiple-templates': { args: ApplyMultipleTemplates; result: TemplateOutcome };
  'budget/cleanup-goal-template': { args: CleanupGoalTemplate; result: TemplateOutcome };
  'budget/store-note-templates': { args: StoreNoteTemplates; result: null };
  'budget/check-templates': { args: CheckTemplates; result: TemplateOutcome };
  'budget/render-note-templates': { args: RenderNoteTemplates; result: string };
  'budget/explain-templates': { args: ExplainTemplates; result: ExplainedTemplates };
  'getCell': { args: GetCell; result: NamedCell };
  'getCellNamesInSheet': { args: GetCellNamesInSheet; result: Array<string> };
  'create-query': { args: CreateQuery; result: NamedCell };
  'explain-cell': { args: ExplainCell; result: ExplainedCell };
  'explain-changes': { args: ExplainChanges; result: CellChanges };
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
  'create-web-token': { args: CreateWebToken; result: WebToken };
  'poll-web-token': { args: PollWebToken; result: WebTokenDone };
  'poll-web-token-stop': { args: PollWebTokenStop; result: null };
  'bank/link-back': { args: BankLinkBack; result: null };
  'make-plaid-public-token': { args: MakePlaidPublicToken; result: RepairToken };
  'accounts-link': { args: AccountsLink; result: null };
  'accounts-connect': { args: AccountsConnect; result: Array<AccountId> };
  'accounts-sync': { args: AccountsSync; result: BankSyncOutcome };
  'banks': { args: Banks; result: Array<Bank> };
  'bank/linked-accounts': { args: BankLinkedAccounts; result: Array<LinkedAccount> };
  'bank/providers': { args: BankProviders; result: Array<BankProvider> };
  'bank/configure': { args: BankConfigure; result: null };
  'bank/reset': { args: BankReset; result: null };
  'bank/institutions': { args: BankInstitutions; result: Array<BankInstitution> };
  'bank/accounts': { args: BankAccounts; result: BankAccess };
  'bank/settings-get': { args: BankSettingsGet; result: BankAccountSettings };
  'bank/settings-save': { args: BankSettingsSave; result: null };
  'bank/example': { args: BankExample; result: MappableFields };
  'bank/report': { args: BankReport; result: Array<BankImport> };
  'bank/schedule-get': { args: BankScheduleGet; result: FetchScheduleState };
  'bank/schedule-save': { args: BankScheduleSave; result: FetchScheduleState };
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
  'tools/check-split-transactions': { args: CheckSplitTransactions; result: FixedSplits };
  'get-earliest-transaction': { args: GetEarliestTransaction; result: Transaction | null };
  'get-latest-transaction': { args: GetLatestTransaction; result: Transaction | null };
  'payees-get': { args: PayeesGet; result: Array<Payee> };
  'payee-create': { args: PayeeCreate; result: string };
  'payees-batch-change': { args: PayeesBatchChange; result: null };
  'payees-merge': { args: PayeesMerge; result: null };
  'payees-check-orphaned': { args: PayeesCheckOrphaned; result: Array<PayeeId> };
  'payees-get-rules': { args: PayeesGetRules; result: Array<Rule> };
  'payees-get-rule-counts': { args: PayeesGetRuleCounts; result: { [key in string]: number } };
  'rules-get': { args: RulesGet; result: Array<Rule> };
  'rule-get': { args: RuleGet; result: Rule | null };
  'rule-add': { args: RuleAdd; result: SavedRule };
  'rule-update': { args: RuleUpdate; result: SavedRule };
  'rule-delete-all': { args: RuleDeleteAll; result: DeletedRules };
  'rule-validate': { args: RuleValidate; result: ValidatedRule };
  'rules-find-conflicts': { args: RulesFindConflicts; result: Array<RuleConflict> };
  'explain-category': { args: ExplainCategory; result: CategoryReason };
  'rule-dry-run': { args: RuleDryRun; result: DryRun };
  'rule-apply-actions': { args: RuleApplyActions; result: BatchUpdated | null };
  'rule-add-payee-rename': { args: RuleAddPayeeRename; result: string };
  'rules-run': { args: RulesRun; result: { [key in string]: JsonValue } };
  'schedules-get': { args: SchedulesGet; result: Array<Schedule> };
  'schedule/get': { args: ScheduleGet; result: Schedule | null };
  'schedule/create': { args: ScheduleCreate; result: string };
  'schedule/create-many': { args: ScheduleCreateMany; result: Array<string> };
  'schedule/update': { args: ScheduleUpdate; result: string };
  'schedule/delete': { args: ScheduleDelete; result: null };
  'schedule/delete-many': { args: ScheduleDeleteMany; result: null };
  'schedule/skip-next-date': { args: ScheduleSkipNextDate; result: null };
  'schedule/post-transaction': { args: SchedulePostTransaction; result: null };
  'schedule/link-transactions': { args: ScheduleLinkTransactions; result: null };
  'schedule/get-upcoming-dates': { args: ScheduleGetUpcomingDates; result: Array<Day> };
  'schedule/discover': { args: ScheduleDiscover; result: Array<FoundSchedule> };
  'schedule/force-run-service': { args: ScheduleForceRun; result: ScheduleRun };
  'schedule/last-run': { args: ScheduleGetLastRun; result: SchedulesRan | null };
  'schedule/get-previews': { args: ScheduleGetPreviews; result: Array<Preview> };
  'schedule/get-bills': { args: ScheduleGetBills; result: Array<CategoryBills> };
  'schedule/get-lowest-balances': { args: ScheduleGetLowestBalances; result: Array<LowestBalance> };
  'transactions-parse-file': { args: TransactionsParseFile; result: ParsedFile };
  'transactions-read-file': { args: TransactionsReadFile; result: ReadFile };
  'transactions-import-file': { args: TransactionsImportFile; result: ImportedFile };
  'transactions-import': { args: TransactionsImport; result: ImportedTransactions };
  'filter-create': { args: FilterCreate; result: string };
  'filter-update': { args: FilterUpdate; result: null };
  'filter-delete': { args: FilterDelete; result: null };
  'dashboards-get': { args: DashboardsGet; result: Array<DashboardPage> };
  'dashboard-create': { args: DashboardCreate; result: string };
  'dashboard-rename': { args: DashboardRename; result: null };
  'dashboard-delete': { args: DashboardDelete; result: null };
  'dashboard-reset': { args: DashboardReset; result: null };
  'dashboard-update': { args: DashboardUpdate; result: null };
  'dashboard-update-widget': { args: DashboardUpdateWidget; result: null };
  'dashboard-add-widget': { args: DashboardAddWidget; result: string };
  'dashboard-remove-widget': { args: DashboardRemoveWidget; result: null };
  'dashboard-copy-widget': { args: DashboardCopyWidget; result: string };
  'dashboard-export': { args: DashboardExport; result: DashboardFile };
  'dashboard-import': { args: DashboardImport; result: null };
  'report/figures': { args: ReportFigures; result: FiguresOfCards };
  'report/recipe': { args: ReportRecipe; result: FigureRows };
  'report/compare': { args: ReportCompare; result: Comparison };
  'report/csv': { args: ReportCsv; result: string };
  'report/csv-files': { args: ReportCsvFiles; result: ZippedFiles };
  'forecast/generate': { args: ForecastGenerate; result: ForecastPoints };
  'report/get': { args: ReportGet; result: Array<SavedReport> };
  'report/create': { args: ReportCreate; result: string };
  'report/update': { args: ReportUpdate; result: null };
  'report/delete': { args: ReportDelete; result: null };
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
  'budget/set-amounts': 'mutation',
  'budget/set-carryover': 'mutation',
  'budget/copy-previous-month': 'mutation',
  'budget/copy-single-month': 'mutation',
  'budget/copy-until-year-end': 'mutation',
  'budget/set-zero': 'mutation',
  'budget/set-3month-avg': 'mutation',
  'budget/set-6month-avg': 'mutation',
  'budget/set-12month-avg': 'mutation',
  'budget/set-n-month-avg': 'mutation',
  'budget/set-all-future': 'mutation',
  'budget/reset-income-carryover': 'mutation',
  'budget/hold-for-next-month': 'mutation',
  'budget/reset-hold': 'mutation',
  'budget/cover-overspending': 'mutation',
  'budget/cover-all-overspending': 'mutation',
  'budget/cover-overbudgeted': 'mutation',
  'budget/transfer-available': 'mutation',
  'budget/transfer-category': 'mutation',
  'budget/apply-goal-template': 'mutation',
  'budget/overwrite-goal-template': 'mutation',
  'budget/apply-single-template': 'mutation',
  'budget/apply-multiple-templates': 'mutation',
  'budget/cleanup-goal-template': 'mutation',
  'budget/store-note-templates': 'mutation',
  'budget/check-templates': 'query',
  'budget/render-note-templates': 'query',
  'budget/explain-templates': 'query',
  'getCell': 'query',
  'getCellNamesInSheet': 'query',
  'create-query': 'query',
  'explain-cell': 'query',
  'explain-changes': 'query',
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
  'create-web-token': 'control',
  'poll-web-token': 'control',
  'poll-web-token-stop': 'control',
  'bank/link-back': 'control',
  'make-plaid-public-token': 'control',
  'accounts-link': 'control',
  'accounts-connect': 'control',
  'accounts-sync': 'control',
  'banks': 'query',
  'bank/linked-accounts': 'query',
  'bank/providers': 'lookup',
  'bank/configure': 'control',
  'bank/reset': 'control',
  'bank/institutions': 'lookup',
  'bank/accounts': 'control',
  'bank/settings-get': 'query',
  'bank/settings-save': 'mutation',
  'bank/example': 'query',
  'bank/report': 'query',
  'bank/schedule-get': 'lookup',
  'bank/schedule-save': 'control',
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
  'tools/check-split-transactions': 'query',
  'get-earliest-transaction': 'query',
  'get-latest-transaction': 'query',
  'payees-get': 'query',
  'payee-create': 'mutation',
  'payees-batch-change': 'mutation',
  'payees-merge': 'mutation',
  'payees-check-orphaned': 'query',
  'payees-get-rules': 'query',
  'payees-get-rule-counts': 'query',
  'rules-get': 'query',
  'rule-get': 'query',
  'rule-add': 'mutation',
  'rule-update': 'mutation',
  'rule-delete-all': 'mutation',
  'rule-validate': 'query',
  'rules-find-conflicts': 'query',
  'explain-category': 'query',
  'rule-dry-run': 'query',
  'rule-apply-actions': 'mutation',
  'rule-add-payee-rename': 'mutation',
  'rules-run': 'query',
  'schedules-get': 'query',
  'schedule/get': 'query',
  'schedule/create': 'mutation',
  'schedule/create-many': 'mutation',
  'schedule/update': 'mutation',
  'schedule/delete': 'mutation',
  'schedule/delete-many': 'mutation',
  'schedule/skip-next-date': 'mutation',
  'schedule/post-transaction': 'mutation',
  'schedule/link-transactions': 'mutation',
  'schedule/get-upcoming-dates': 'query',
  'schedule/discover': 'query',
  'schedule/force-run-service': 'control',
  'schedule/last-run': 'query',
  'schedule/get-previews': 'query',
  'schedule/get-bills': 'query',
  'schedule/get-lowest-balances': 'query',
  'transactions-parse-file': 'lookup',
  'transactions-read-file': 'lookup',
  'transactions-import-file': 'control',
  'transactions-import': 'mutation',
  'filter-create': 'mutation',
  'filter-update': 'mutation',
  'filter-delete': 'mutation',
  'dashboards-get': 'query',
  'dashboard-create': 'mutation',
  'dashboard-rename': 'mutation',
  'dashboard-delete': 'mutation',
  'dashboard-reset': 'mutation',
  'dashboard-update': 'mutation',
  'dashboard-update-widget': 'mutation',
  'dashboard-add-widget': 'mutation',
  'dashboard-remove-widget': 'mutation',
  'dashboard-copy-widget': 'mutation',
  'dashboard-export': 'query',
  'dashboard-import': 'control',
  'report/figures': 'query',
  'report/recipe': 'query',
  'report/compare': 'query',
  'report/csv': 'query',
  'report/csv-files': 'query',
  'forecast/generate': 'query',
  'report/get': 'query',
  'report/create': 'mutation',
  'report/update': 'mutation',
  'report/delete': 'mutation',
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
  'prefs-updated': NoContent;
  'orphaned-payees': OrphanedPayees;
  'schedules-offline': SchedulesOffline;
  'schedules-ran': SchedulesRan;
  'bank-news': BankNews;
  'start-load': NoContent;
  'finish-load': NoContent;
  'start-import': NoContent;
  'finish-import': NoContent;
  'show-budgets': NoContent;
  'budget-closed': BudgetClosed;
  'backups-updated': BackupsUpdated;
  'update-loading-status': LoadingStatus;
  'server-error': ServerError;
  'fallback-write-error': ServerError;
}
