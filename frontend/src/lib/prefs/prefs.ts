import { create } from 'zustand';
import type { Prefs } from '@/generated/contract';
import { listen, send } from '@/lib/connection/backend';
import { NUMBER_FORMATS, type NumberFormat } from '@/lib/format/amount';
import { DATE_FORMATS, type DateFormat } from '@/lib/format/dates';

/** Preferences of the open budget with the values they have when unset. */
export interface LocalPrefs {
  id: string;
  budgetName: string;
  budgetType: 'rollover' | 'report';
  numberFormat: NumberFormat;
  dateFormat: DateFormat;
  hideFraction: boolean;
  /** '0' for Sunday to '6' for Saturday. */
  firstDayOfWeekIdx: string;
  /** Sync generation at the server; empty for a local budget. */
  groupId: string;
  /** Id at the server; empty for a local budget. */
  cloudFileId: string;
  /** Key it is encrypted with; empty for a budget in the clear. */
  encryptKeyId: string;
  'budget.collapsed': string[];
  'budget.startMonth': string;
  'ui.showClosedAccounts': boolean;
  /** The first steps were dismissed in this budget. */
  'ui.checklistDone': boolean;
  'ui.sidebarWidth': number;
  /** The account a transaction was entered in last. */
  'ui.lastAccount': string;
  /** Whether registers show the transactions that schedules will bring. */
  'ui.showComing': boolean;
  /** Widths of columns by account or view, in px of text at its normal size. */
  'ui.registerColumns': Record<string, unknown>;
  'expand-splits': boolean;
  /** Whether the mode of the budget can be chosen. */
  'flags.reportBudget': boolean;
  /** Whether lines in the notes of categories budget. */
  'flags.goalTemplatesEnabled': boolean;
  [key: `show-balances-${string}`]: boolean;
  [key: `show-extra-balances-${string}`]: boolean;
}
export interface GlobalPrefs {
  floatingSidebar: boolean;
  maxMonths: number;
  seenTutorial: boolean;
}

const LOCAL_DEFAULTS: LocalPrefs = {
  id: '',
  budgetName: '',
  budgetType: 'rollover',
  numberFormat: 'comma-dot',
  dateFormat: 'MM/dd/yyyy',
  hideFraction: false,
  firstDayOfWeekIdx: '0',
  groupId: '',
  cloudFileId: '',
  encryptKeyId: '',
  'budget.collapsed': [],
  'budget.startMonth': '',
  'ui.showClosedAccounts': false,
  'ui.checklistDone': false,
  'ui.sidebarWidth': 240,
  'ui.lastAccount': '',
  'ui.showComing': true,
  'ui.registerColumns': {},
  'expand-splits': false,
  'flags.reportBudget': true,
  'flags.goalTemplatesEnabled': false,
};

const GLOBAL_DEFAULTS: GlobalPrefs = { floatingSidebar: false, maxMonths: 1, seenTutorial: false };

/** Allowed values; a later version may have saved others. */
const ALLOWED: Partial<Record<string, readonly string[]>> = {
  numberFormat: NUMBER_FORMATS,
  dateFormat: DATE_FORMATS,
};

const useLocal = create<Prefs>(() => ({}));
useLocal.subscribe(saveDateFormat);
const useGlobal = create<Prefs>(() => ({}));

/** Shared preferences arrive as text whatever they were saved as: 'true', '3'. */
function asKind(value: unknown, like: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (typeof like === 'boolean') return value === 'true';
  return typeof like === 'number' ? Number(value) : value;
}

/** Preferences of an account while unset: its running balance is hidden, cleared totals are shown. */
function ofAccount(key: string): boolean | undefined {
  if (key.startsWith('show-balances-')) return false;
  return key.startsWith('show-extra-balances-') ? true : undefined;
}

function read<T extends object, K extends keyof T & string>(
  from: Prefs,
  defaults: T,
  key: K,
): T[K] {
  const value = from[key];
  const isUnset = value === undefined || value === null;
  const unset = ofAccount(key) ?? defaults[key];
  const isUnknown = ALLOWED[key]?.includes(value as string) === false;
  return (isUnset || isUnknown ? unset : asKind(value, unset)) as T[K];
}

/** A preference of the open budget, now. */
export function getPref<K extends keyof LocalPrefs>(key: K): LocalPrefs[K] {
  return read(useLocal.getState(), LOCAL_DEFAULTS, key);
}

/** A preference of the open budget; redraws when it changes. */
export function usePref<K extends keyof LocalPrefs>(key: K): LocalPrefs[K] {
  return useLocal((prefs) => read(prefs, LOCAL_DEFAULTS, key));
}

/** Where the date format of the budget opened last is kept. */
const DATES_KEY = 'sobre.dateFormat';

/** Notes the date format of the open budget for when none is open. */
function saveDateFormat(prefs: Prefs): void {
  if (prefs.id === undefined) return;
  try {
    localStorage.setItem(DATES_KEY, read(prefs, LOCAL_DEFAULTS, 'dateFormat'));
  } catch {
    // Without storage dates are written in the way that everybody reads alike.
  }
}

export function savedDateFormat(): DateFormat {
  try {
    const kept = localStorage.getItem(DATES_KEY);
    return DATE_FORMATS.find((format) => format === kept) ?? 'yyyy-MM-dd';
  } catch {
    return 'yyyy-MM-dd';
  }
}

/**
 * How days are written, also where no budget is open: then as in the one that was open last, else
 * as the list of budgets writes them.
 */
export function useDateFormat(): DateFormat {
  const format = usePref('dateFormat');
  return useLocal((prefs) => prefs.id !== undefined) ? format : savedDateFormat();
}

/** Calls `act` when a preference of the open budget changes; not when a budget is opened. */
export function watchPref<K extends keyof LocalPrefs>(key: K, act: () => void): () => void {
  return useLocal.subscribe((now, before) => {
    const isSameBudget = now.id !== undefined && now.id === before.id;
    if (!isSameBudget) return;
    if (read(now, LOCAL_DEFAULTS, key) !== read(before, LOCAL_DEFAULTS, key)) act();
  });
}

/** A preference of this device; redraws when it changes. */
export function useGlobalPref<K extends keyof GlobalPrefs>(key: K): GlobalPrefs[K] {
  return useGlobal((prefs) => read(prefs, GLOBAL_DEFAULTS, key));
}

/** Changes preferences of the open budget: shown at once, undone when saving fails. */
export async function savePrefs(changes: Partial<LocalPrefs>): Promise<void> {
  const before = useLocal.getState();
  useLocal.setState({ ...changes });
  try {
    await send('save-prefs', { ...changes });
  } catch (error) {
    useLocal.setState(before, true);
    throw error;
  }
}

export async function saveGlobalPrefs(changes: Partial<GlobalPrefs>): Promise<void> {
  const before = useGlobal.getState();
  useGlobal.setState({ ...changes });
  try {
    await send('save-global-prefs', { ...changes });
  } catch (error) {
    useGlobal.setState(before, true);
    throw error;
  }
}

export async function loadPrefs(): Promise<void> {
  useLocal.setState(await send('load-prefs', {}), true);
}

export async function loadGlobalPrefs(): Promise<void> {
  useGlobal.setState(await send('load-global-prefs', {}), true);
}

/** Forgets the preferences of a budget that was closed. */
export function clearPrefs(): void {
  useLocal.setState({}, true);
}

export function startPrefs(): () => void {
  const reload = () => {
    void loadGlobalPrefs().catch(() => {});
    if (getPref('id')) void loadPrefs().catch(() => {});
  };
  const stops = [listen('prefs-updated', reload), listen('reload', reload)];
  return () => {
    for (const stop of stops) stop();
  };
}
