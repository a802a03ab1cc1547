import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { TitlebarSlot } from '@/components/TitlebarSlot';
import type { BudgetType, CategoryGroup } from '@/generated/contract';
import { useOffline } from '@/lib/connection/useOffline';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { lists } from '@/lib/lists/lists';
import { loadPrefs, saveGlobalPrefs, savePrefs, useGlobalPref, usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { cells } from '@/lib/sheet/sheet';
import { BOUNDS_KEY, setBudgetType } from './api';
import styles from './BudgetPage.module.css';
import { AlertStrip } from './bar/AlertStrip';
import { BudgetTypeButton } from './bar/BudgetTypeButton';
import { MonthBar } from './bar/MonthBar';
import { MonthCount } from './bar/MonthCount';
import { BudgetGrid } from './grid/BudgetGrid';
import { GridController } from './grid/GridController';
import { type GridModel, GridModelContext } from './grid/gridModel';
import { createGridStore } from './grid/gridStore';
import { run } from './grid/run';
import { measureColumn } from './model/columns';
import { type Bounds, monthsShown, monthsThatFit } from './model/months';
import { buildRows } from './model/rows';
import { SummaryRow } from './summary/SummaryRow';
import { useWidth } from './useWidth';
import { useMonths, view } from './view';

export interface BudgetProps {
  groups: readonly CategoryGroup[];
  notes: Readonly<Record<string, string>>;
  bounds: Bounds;
}

/** The budget for wide screens: several months, summary cards and the grid. */
export function DesktopBudget(props: BudgetProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const width = useWidth(place);
  return (
    <div ref={setPlace} className={styles.page}>
      {width > 0 && <BudgetAtWidth {...props} width={width} />}
    </div>
  );
}

function BudgetAtWidth({ groups, notes, bounds, width }: BudgetProps & { width: number }) {
  const maxMonths = useGlobalPref('maxMonths');
  const count = monthsShown(width, maxMonths);
  const shown = useMonths(count, bounds);
  const [store] = useState(createGridStore);
  const model = useModel({ groups, notes, bounds }, shown.months, store);
  const [controller] = useState(() => new GridController(store, model));
  const isCollapsed = usePref('budget.summaryCollapsed');
  const focusedMonth = useStore(store, (state) => measureColumn(state.focus?.column ?? '')?.month);
  const stripMonth =
    focusedMonth && shown.months.includes(focusedMonth) ? focusedMonth : shown.start;
  const expenseIds = useMemo(() => expenseCategoryIds(groups), [groups]);
  const setCount = (next: number) => void run(saveGlobalPrefs({ maxMonths: next }));

  useShortcuts([
    {
      id: 'budget-previous',
      scope: 'budget',
      keys: ['['],
      label: 'Previous month',
      run: () => shown.step(-1),
    },
    {
      id: 'budget-next',
      scope: 'budget',
      keys: [']'],
      label: 'Next month',
      run: () => shown.step(1),
    },
    {
      id: 'budget-today',
      scope: 'budget',
      keys: ['0'],
      label: 'Current month',
      run: () => shown.show(shown.today),
    },
  ]);

  return (
    <GridModelContext value={model}>
      <TitlebarSlot>
        <div className={styles.titlebar}>
          <MonthCount fit={monthsThatFit(width)} value={count} onChange={setCount} />
          <BudgetTypeButton type={model.type} onChange={(type) => void switchType(type)} />
        </div>
      </TitlebarSlot>
      <div className={styles.bar}>
        <MonthBar
          start={shown.start}
          shown={count}
          today={shown.today}
          bounds={bounds}
          length={barLength(width)}
          onChoose={shown.show}
          onCount={(next) => next <= monthsThatFit(width) && setCount(next)}
        />
      </div>
      <AlertStrip month={stripMonth} categoryIds={expenseIds} amounts={model.amounts} />
      <SummaryRow
        today={shown.today}
        isCollapsed={isCollapsed}
        allCollapsed={groups.every((group) => model.collapsed.has(group.id))}
        onCollapse={(collapsed) => void run(savePrefs({ 'budget.summaryCollapsed': collapsed }))}
        onCollapseGroups={(collapsed) => controller.collapseAll(collapsed)}
        onShowHidden={(showHidden) => view.setState({ showHidden })}
      />
      {groups.length === 0 && <p className={styles.empty}>No categories yet</p>}
      <BudgetGrid model={model} controller={controller} />
    </GridModelContext>
  );
}

function useModel(
  { groups, notes }: BudgetProps,
  months: readonly string[],
  store: ReturnType<typeof createGridStore>,
): GridModel {
  const type = usePref('budgetType');
  const collapsedIds = usePref('budget.collapsed');
  const amounts = useAmountFormat();
  const showHidden = view((state) => state.showHidden);
  const adding = useStore(store, (state) => state.adding);
  const offline = useOffline();
  const monthsKey = months.join();
  return useMemo(() => {
    const collapsed = new Set(collapsedIds);
    const rows = buildRows(groups, { collapsed, showHidden, adding });
    const shownMonths = monthsKey.split(',');
    return {
      groups,
      rows,
      months: shownMonths,
      type,
      notes,
      collapsed,
      showHidden,
      amounts,
      offline,
    };
  }, [groups, notes, monthsKey, type, collapsedIds, showHidden, adding, amounts, offline]);
}

/** Another mode is another set of amounts: preferences first, then every cell in view. */
export async function switchType(type: BudgetType): Promise<void> {
  if (!(await run(setBudgetType(type)))) return;
  await run(loadPrefs());
  cells.reload();
  void lists.invalidateQueries({ queryKey: BOUNDS_KEY });
}

function expenseCategoryIds(groups: readonly CategoryGroup[]): string[] {
  return groups
    .filter((group) => !group.is_income)
    .flatMap((group) => group.categories.map((category) => category.id));
}

const MONTH_BUTTON_PX = 46;
const BAR_FRAME_PX = 260;

/** Month buttons that fit into the bar. */
function barLength(width: number): number {
  const fitting = Math.floor((width - BAR_FRAME_PX) / MONTH_BUTTON_PX);
  return Math.max(6, Math.min(18, fitting));
}
