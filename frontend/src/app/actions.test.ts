/**
 * Checks all actions of the features: each has a name, a way to reach it, and keys listed in help.
 */
import { describe, expect, test, vi } from 'vitest';
import { FOOT_ACTIONS } from '@/components/grid/GridFoot';
import { ACCOUNT_MENU } from '@/features/accounts/actions/account';
import {
  AMOUNT_MENU,
  BALANCE_MENU,
  BUDGET_ACTIONS,
  ROW_MENU as BUDGET_MENU,
} from '@/features/budget/actions/budgetActions';
import { explainTotal } from '@/features/budget/actions/explain';
import { FIND_ACTIONS } from '@/features/budget/actions/find';
import { LEAVE_AMOUNT } from '@/features/budget/actions/leaveAmount';
import { MONTH_ACTIONS } from '@/features/budget/actions/months';
import { LEFT_MENU, MONTH_MENU } from '@/features/budget/actions/wholeMonth';
import { CARD_KEYS, CARD_MENU } from '@/features/dashboards/actions/card';
import { PAGE_MENU } from '@/features/dashboards/actions/page';
import { FILE_MENU } from '@/features/files/actions/file';
import { SAVED_MENU } from '@/features/filters/actions/saved';
import { PAYEE_ACTIONS, ROW_MENU as PAYEE_MENU } from '@/features/payees/actions/payeeActions';
import { SCREEN_ACTIONS as PAYEE_SCREEN } from '@/features/payees/actions/screen';
import { HEAD_ACTIONS } from '@/features/register/actions/account';
import { COMING_ACTIONS, COMING_MENU } from '@/features/register/actions/coming';
import {
  REGISTER_ACTIONS,
  ROW_MENU as REGISTER_MENU,
} from '@/features/register/actions/registerActions';
import { SCREEN_ACTIONS as REGISTER_SCREEN } from '@/features/register/actions/screen';
import { TITLE_ACTIONS } from '@/features/register/actions/title';
import { RULE_ACTIONS, SELECTED as RULES_SELECTED } from '@/features/rules/actions/ruleActions';
import { SCREEN_ACTIONS as RULES_SCREEN } from '@/features/rules/actions/screen';
import {
  SCHEDULE_ACTIONS,
  ROW_MENU as SCHEDULE_MENU,
} from '@/features/schedules/actions/scheduleActions';
import { SCREEN_ACTIONS as SCHEDULES_SCREEN } from '@/features/schedules/actions/screen';
import { type Action, generalLabel, pressAction } from '@/lib/actions/actions';
import { keyHelp } from '@/lib/actions/useActions';
import { dispatchKey, registerShortcuts } from '@/lib/keys/keys';
import { BUDGET_MENU as BUDGET_FILE, HELP_MENU, IN_PALETTE, SERVER_MENU } from './menuActions';
import { EVERYWHERE, GO_TO, WITH_BUDGET } from './shellActions';

type AnyAction = Action<never>;

interface Projected {
  name: string;
  actions: readonly AnyAction[];
  /** Also listed in a menu, a bar or the palette. */
  listed: readonly AnyAction[];
}

const BUDGET_LISTED = [BUDGET_MENU, BALANCE_MENU, AMOUNT_MENU].flat(2);
const MONTH_LISTED = [...new Set([...MONTH_MENU, ...LEFT_MENU])];

const LISTS: readonly Projected[] = [
  { name: 'everywhere', actions: EVERYWHERE, listed: [] },
  { name: 'open budget', actions: WITH_BUDGET, listed: [] },
  { name: 'palette', actions: IN_PALETTE, listed: IN_PALETTE },
  { name: 'open budget menu', actions: BUDGET_FILE, listed: BUDGET_FILE },
  { name: 'server', actions: SERVER_MENU, listed: SERVER_MENU },
  { name: 'help menu', actions: HELP_MENU, listed: HELP_MENU },
  { name: 'saved filter', actions: SAVED_MENU, listed: SAVED_MENU },
  { name: 'budget file', actions: FILE_MENU, listed: FILE_MENU },
  { name: 'account', actions: ACCOUNT_MENU.flat(), listed: ACCOUNT_MENU.flat() },
  { name: 'budget', actions: BUDGET_ACTIONS, listed: BUDGET_LISTED },
  { name: 'month', actions: MONTH_LISTED, listed: MONTH_LISTED },
  { name: 'amount field', actions: LEAVE_AMOUNT, listed: [] },
  { name: 'months', actions: MONTH_ACTIONS, listed: MONTH_ACTIONS },
  { name: 'find category', actions: FIND_ACTIONS, listed: FIND_ACTIONS },
  { name: 'register', actions: REGISTER_ACTIONS, listed: REGISTER_MENU.flat() },
  { name: 'column titles', actions: TITLE_ACTIONS, listed: [] },
  { name: 'row below the others', actions: FOOT_ACTIONS, listed: [] },
  { name: 'totals', actions: [explainTotal], listed: [] },
  { name: 'register screen', actions: REGISTER_SCREEN, listed: REGISTER_SCREEN },
  { name: 'register head', actions: HEAD_ACTIONS, listed: HEAD_ACTIONS },
  { name: 'payees', actions: PAYEE_ACTIONS, listed: PAYEE_MENU.flat() },
  { name: 'payees screen', actions: PAYEE_SCREEN, listed: PAYEE_SCREEN },
  { name: 'coming', actions: COMING_ACTIONS, listed: COMING_MENU.flat() },
  { name: 'schedules', actions: SCHEDULE_ACTIONS, listed: SCHEDULE_MENU.flat() },
  { name: 'schedules screen', actions: SCHEDULES_SCREEN, listed: SCHEDULES_SCREEN },
  { name: 'card', actions: CARD_MENU, listed: CARD_MENU },
  { name: 'card keys', actions: CARD_KEYS, listed: [] },
  { name: 'page of cards', actions: PAGE_MENU, listed: PAGE_MENU },
  { name: 'rules', actions: RULE_ACTIONS, listed: RULES_SELECTED },
  { name: 'rules screen', actions: RULES_SCREEN, listed: RULES_SCREEN },
];

const ALL = LISTS.flatMap(({ name, actions, listed }) =>
  actions.map((action) => ({ name: `${name}: ${action.id}`, action, listed })),
);

function eventOf(keys: string): KeyboardEvent {
  const parts = keys.split(/\+(?!$)/);
  const last = parts.pop() ?? '';
  return new KeyboardEvent('keydown', {
    key: last === 'Space' ? ' ' : last === '0–9' ? '7' : last,
    ctrlKey: parts.includes('Mod'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  });
}

/** Whether a key runs the action in a place where it applies. */
function runs(action: AnyAction, keys: string): boolean {
  const run = vi.fn();
  const always = { id: action.id, label: 'any', keys: action.keys ?? [], run };
  return pressAction([always], {}, eventOf(keys)) && run.mock.calls.length === 1;
}

/** Every key that any action has. */
const KEYS = [...new Set(ALL.flatMap(({ action }) => action.keys ?? []))];

test.each(LISTS)('the $name actions have ids of their own', ({ actions }) => {
  expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
});

describe.each(ALL)('$name', ({ action, listed }) => {
  test('has words', () => {
    expect(generalLabel(action)).toMatch(/^[A-Z]/);
  });

  test('is reached by a key, a menu or the palette', () => {
    expect((action.keys?.length ?? 0) > 0 || listed.includes(action)).toBe(true);
  });

  test('is in the help with exactly the keys that work', () => {
    const told = keyHelp('grid', [action]).flatMap(({ keys }) => keys);
    expect(told).toEqual(action.keys ?? []);
    const working = KEYS.filter((keys) => runs(action, keys));
    // One letter and another one may be the same key under two names, as a digit is of 0–9.
    const same = (keys: string) => told.some((it) => it === keys || (it === '0–9' && keys === '0'));
    expect(working.filter((keys) => !same(keys))).toEqual([]);
    expect(told.filter((keys) => !working.includes(keys))).toEqual([]);
  });
});

/** The exports of the modules of the shell and the features. */
const MODULES = import.meta.glob<Record<string, unknown>>(
  ['../features/*/actions/*.ts', './shellActions.tsx', './menuActions.ts', '!**/*.test.*'],
  { eager: true },
);

function actionsIn(value: unknown): AnyAction[] {
  if (Array.isArray(value)) return value.flatMap(actionsIn);
  const isAction = typeof value === 'object' && value !== null && 'run' in value && 'id' in value;
  return isAction ? [value as AnyAction] : [];
}

test('no exported action is left out of these checks', () => {
  const known = new Set([...ALL.map(({ action }) => action.id), ...GO_TO.map(({ id }) => id)]);
  const exported = Object.entries(MODULES).flatMap(([path, module]) =>
    actionsIn(Object.values(module)).map(({ id }) => ({ path, id })),
  );
  expect(exported.length).toBeGreaterThan(ALL.length / 2);
  expect(exported.filter(({ id }) => !known.has(id))).toEqual([]);
});

test.each(GO_TO.map((action) => [action.id, action] as const))(
  '%s runs by its two keys, one after the other',
  (id, { keys = [] }) => {
    const run = vi.fn();
    const label = 'any';
    const stop = registerShortcuts([{ id, scope: 'global', keys, label, run }]);
    const [first = '', second = ''] = keys[0]?.split(' ') ?? [];
    dispatchKey(eventOf(second));
    expect(run).not.toHaveBeenCalled();
    dispatchKey(eventOf(first));
    dispatchKey(eventOf(second));
    expect(run).toHaveBeenCalledOnce();
    stop();
  },
);
