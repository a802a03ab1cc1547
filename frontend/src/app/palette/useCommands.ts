import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ComboGroup, type ComboOption, filterGroups } from '@/components/comboMatch';
import { fetchPayees, PAYEES_KEY } from '@/domain/transactions/payees';
import type { Payee } from '@/generated/contract';
import { useAccounts } from '@/lib/accounts/accounts';
import { useCategories } from '@/lib/categories/categories';
import { useAllShortcuts } from '@/lib/keys/useShortcuts';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { GLOBAL_SHEET, monthSheet } from '@/lib/sheet/names';
import { paletteTexts } from '@/texts/shell';
import { PLACES } from './places';

export interface Command extends ComboOption {
  /** Its shortcut. */
  keys?: string;
  /** The cell with its balance. */
  cell?: { sheet: string; name: string };
  run: () => void;
}

/** Rows of one group, so that all groups stay in view. */
const GROUP_ROWS = 8;
const RECENT_ROWS = 5;
const NO_PAYEES: readonly Payee[] = [];

let recent: readonly string[] = [];

/** Remembers what was run, for as long as the page is there. */
export function noteRun(id: string): void {
  recent = [id, ...recent.filter((other) => other !== id)].slice(0, RECENT_ROWS);
}

/** Leads to a page, with what it is to show. */
export type GoTo = (path: string, state?: Record<string, unknown>) => void;

/** Envelopes with their balance of today's month, which is where they lead. */
function useCategoryCommands(goTo: GoTo): Command[] {
  const { data: groups = [] } = useCategories();
  const sheet = monthSheet(useToday().slice(0, 7));
  const isRollover = usePref('budgetType') === 'rollover';
  return useMemo(() => {
    const shown = groups.filter(({ hidden }) => !hidden);
    const categories = shown.flatMap((group) => group.categories.filter(({ hidden }) => !hidden));
    return categories.map(({ id, name, is_income }) => ({
      id: `category:${id}`,
      name,
      // Income has no balance where money is budgeted from what is there.
      cell: { sheet, name: `${is_income && isRollover ? 'sum-amount' : 'leftover'}-${id}` },
      run: () => goTo('/budget', { focusCategory: id }),
    }));
  }, [groups, sheet, isRollover, goTo]);
}

/** Payees that are no account's; each leads to its transactions. */
function usePayeeCommands(goTo: GoTo): Command[] {
  const asked = { queryKey: PAYEES_KEY, queryFn: fetchPayees };
  const { data = NO_PAYEES } = useQuery(asked, lists);
  return useMemo(() => {
    const payees = data.filter(({ transfer_acct }) => !transfer_acct);
    return payees.map(({ id, name }) => ({
      id: `payee:${id}`,
      name,
      run: () => goTo('/accounts', { payee: id }),
    }));
  }, [data, goTo]);
}

/** Looks for the text in all transactions. */
function searchCommands(text: string, goTo: GoTo): ComboGroup<Command>[] {
  const words = text.trim();
  if (words === '') return [];
  const option: Command = {
    id: 'search-transactions',
    name: paletteTexts.searchFor(words),
    run: () => goTo('/accounts', { search: words }),
  };
  return [{ id: 'transactions', name: paletteTexts.transactions, options: [option] }];
}

/** What can be run now, by group, of which only what fits the text is left. */
export function useCommands(text: string, goTo: GoTo): ComboGroup<Command>[] {
  const shortcuts = useAllShortcuts();
  const { data: accounts = [] } = useAccounts();
  const categories = useCategoryCommands(goTo);
  const payees = usePayeeCommands(goTo);
  const all = useMemo(() => {
    const actions = shortcuts.filter(({ helpOnly, keyOnly }) => !helpOnly && !keyOnly);
    const groups: ComboGroup<Command>[] = [
      {
        id: 'actions',
        name: paletteTexts.actions,
        options: actions.map(({ id, label, keys, run }) => ({
          id,
          name: label,
          keys: keys[0] ?? '',
          run: () => void run(new KeyboardEvent('keydown')),
        })),
      },
      {
        id: 'places',
        name: paletteTexts.places,
        options: PLACES.map(({ to, name, keys }) => ({
          id: `go:${to}`,
          name,
          ...(keys ? { keys } : {}),
          run: () => goTo(to),
        })),
      },
      {
        id: 'accounts',
        name: paletteTexts.accounts,
        options: accounts.map(({ id, name }) => ({
          id: `account:${id}`,
          name,
          cell: { sheet: GLOBAL_SHEET, name: `balance-${id}` },
          run: () => goTo(`/accounts/${id}`),
        })),
      },
      { id: 'categories', name: paletteTexts.categories, options: categories },
      { id: 'payees', name: paletteTexts.payees, options: payees },
    ];
    return groups;
  }, [shortcuts, accounts, categories, payees, goTo]);
  const found = filterGroups(text.trim() ? all : [latest(all), ...all], text, false);
  const shown = found.map((group) => ({ ...group, options: group.options.slice(0, GROUP_ROWS) }));
  return [...shown, ...searchCommands(text, goTo)];
}

/** Recently run commands that are still available. */
function latest(groups: readonly ComboGroup<Command>[]): ComboGroup<Command> {
  const options = groups.flatMap((group) => group.options);
  const again = recent.flatMap((id) => options.filter((option) => option.id === id));
  return {
    id: 'recent',
    name: paletteTexts.recent,
    options: again.map((option) => ({ ...option, id: `again:${option.id}` })),
  };
}
