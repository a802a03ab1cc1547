import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { CategoryGroup, Month } from '@/generated/contract';
import { useOffline } from '@/lib/connection/useOffline';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import type { BudgetStore } from './grid/budgetStore';
import type { GridModel } from './grid/gridModel';
import type { Measure } from './model/cells';
import { MEASURES } from './model/columns';
import type { Bounds } from './model/months';
import { buildRows } from './model/rows';
import { useBudgetView } from './view';

/** The lists a budget screen is drawn from. */
export interface BudgetProps {
  groups: readonly CategoryGroup[];
  notes: Readonly<Record<string, string>>;
  bounds: Bounds;
}

interface ModelParts extends Omit<BudgetProps, 'bounds'> {
  months: readonly Month[];
  store: BudgetStore;
  measures?: readonly Measure[];
  isTouch?: boolean;
}

/** The grid's model; it changes with structure and preferences, never with an amount. */
export function useBudgetModel(parts: ModelParts): GridModel {
  const { groups, notes, months, store, measures = MEASURES, isTouch = false } = parts;
  const type = usePref('budgetType');
  const collapsedIds = usePref('budget.collapsed');
  const amounts = useAmountFormat();
  const showHidden = useBudgetView((state) => state.showHidden);
  const adding = useStore(store, ({ edit }) => (edit?.kind === 'new' ? edit.adding : null));
  const withGoals = usePref('flags.goalTemplatesEnabled');
  const offline = useOffline();
  const monthsKey = months.join();
  const collapsed = useMemo(() => new Set(idList(collapsedIds)), [collapsedIds]);
  const rows = useMemo(
    () => buildRows(groups, { collapsed, showHidden, adding }),
    [groups, collapsed, showHidden, adding],
  );
  return useMemo(() => {
    const shape = { rows, months: monthsKey.split(','), type, measures };
    return { ...shape, groups, notes, collapsed, showHidden, amounts, withGoals, offline, isTouch };
  }, [
    rows,
    monthsKey,
    type,
    measures,
    groups,
    notes,
    collapsed,
    showHidden,
    amounts,
    withGoals,
    offline,
    isTouch,
  ]);
}

/** A list of ids as it is, or as the text it may have been stored as. */
function idList(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((id) => typeof id === 'string');
  if (typeof value !== 'string' || !value.startsWith('[')) return [];
  try {
    return idList(JSON.parse(value));
  } catch {
    return [];
  }
}
