import { useState } from 'react';
import { useStore } from 'zustand';
import { createGridStore } from '@/components/grid/gridStore';
import { PartPlace } from '@/components/PartPlace';
import { TitlebarSlot } from '@/components/TitlebarSlot';
import { useTextScale } from '@/components/useRem';
import { useWidth } from '@/components/useWidth';
import { lazy } from '@/lib/parts/lazy';
import { saveGlobalPrefs, useGlobalPref } from '@/lib/prefs/prefs';
import { budgetTexts } from '@/texts/budget';
import styles from './BudgetPage.module.css';
import { AlertStrip } from './bar/AlertStrip';
import { BudgetTypeButton } from './bar/BudgetTypeButton';
import { MonthBar } from './bar/MonthBar';
import { MonthCount } from './bar/MonthCount';
import { useFindCategory } from './find/useFindCategory';
import { BudgetController } from './grid/BudgetController';
import { BudgetGrid } from './grid/BudgetGrid';
import type { BudgetStore } from './grid/budgetStore';
import { type GridModel, GridModelContext } from './grid/gridModel';
import { run } from './grid/run';
import { TableTools } from './grid/TableTools';
import { measureColumn } from './model/columns';
import { fitsDetails, monthsShown, monthsThatFit } from './model/months';
import { openCoverAll } from './money/openMoney';
import { NoCategories } from './NoCategories';
import { MonthHead } from './summary/MonthHead';
import { MonthHeads } from './summary/MonthHeads';
import { switchType } from './switchType';
import { type BudgetProps, useBudgetModel } from './useBudgetModel';
import { useGivenCategory } from './useGivenCategory';
import { useMonthKeys } from './useMonthKeys';
import { goTo, useUndoPlace } from './useUndoPlace';
import { type Months, useMonths } from './view';

const DetailsPanel = lazy(() => import('./details/DetailsPanel'));

/** The budget for wide screens: several months, or one with details of the focused category. */
export function DesktopBudget(props: BudgetProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const width = useWidth(place) / useTextScale();
  return (
    <div ref={setPlace} className={styles.page}>
      {width > 0 && <BudgetAtWidth {...props} width={width} />}
    </div>
  );
}

function BudgetAtWidth({ groups, notes, bounds, width }: BudgetProps & { width: number }) {
  const fit = monthsThatFit(width);
  const count = monthsShown(width, useGlobalPref('maxMonths'));
  const shown = useMonths(count, bounds);
  const [store] = useState<BudgetStore>(createGridStore);
  const model = useBudgetModel({ groups, notes, months: shown.months, store });
  const [controller] = useState(() => new BudgetController(store, model));
  const setCount = (next: number) => {
    if (next <= fit) void run(saveGlobalPrefs({ maxMonths: next }));
  };
  useMonthKeys(shown, model);
  useUndoPlace(controller, shown);
  useGivenCategory(controller, shown);
  useFindCategory(controller, shown);
  return (
    <GridModelContext value={model}>
      <TitlebarSlot>
        <div className={styles.titlebar}>
          <MonthCount fit={fit} value={count} onChange={setCount} />
          <BudgetTypeButton type={model.type} onChange={(type) => void switchType(type)} />
        </div>
        <Alerts model={model} controller={controller} shown={shown} />
      </TitlebarSlot>
      <div className={styles.bar}>
        <h1 tabIndex={-1} className={count === 1 ? 'visually-hidden' : undefined}>
          {budgetTexts.budget}
        </h1>
        {count === 1 && <MonthHead month={shown.start} today={shown.today} isAlone />}
        <MonthBar
          start={shown.start}
          shown={count}
          today={shown.today}
          bounds={bounds}
          length={barLength(width, count === 1)}
          onChoose={shown.show}
          onCount={setCount}
        />
      </div>
      <div className={styles.body}>
        <div className={styles.table}>
          {count > 1 && <MonthHeads today={shown.today} />}
          <NoCategories model={model} controller={controller} />
          <BudgetGrid
            model={model}
            controller={controller}
            tools={<TableTools controller={controller} />}
          />
        </div>
        {count === 1 && fitsDetails(width) && (
          <PartPlace fallback={<div className={styles.details} />}>
            <DetailsPanel model={model} controller={controller} bounds={bounds} />
          </PartPlace>
        )}
      </div>
    </GridModelContext>
  );
}

interface AlertsProps {
  model: GridModel;
  controller: BudgetController;
  shown: Months;
}

/** What needs attention in the month of the focused cell. */
function Alerts({ model, controller, shown }: AlertsProps) {
  const { groups, amounts, type } = model;
  const focused = useStore(
    controller.store,
    (state) => measureColumn(state.focus?.column ?? '')?.month,
  );
  const month = focused && shown.months.includes(focused) ? focused : shown.start;
  return (
    <AlertStrip
      month={month}
      type={type}
      isInTitlebar
      groups={groups}
      amounts={amounts}
      onCoverAll={() => openCoverAll(month, groups)}
      onShow={(itemId) =>
        void goTo({ itemId, month, measure: 'balance' }, controller, shown, 'focus')
      }
    />
  );
}

const MONTH_BUTTON_PX = 46;
/** The arrows, "Today", the years and the margins. */
const BAR_FRAME_PX = 270;
const TITLE_PX = 100;
/** The name of a month with its buttons and what is left to budget, at their widest. */
const MONTH_TITLE_PX = 480;

/** Month buttons that fit into the bar beside the title. */
function barLength(width: number, isOneMonth: boolean): number {
  const title = isOneMonth ? MONTH_TITLE_PX : TITLE_PX;
  const fitting = Math.floor((width - title - BAR_FRAME_PX) / MONTH_BUTTON_PX);
  return Math.max(3, Math.min(12, fitting));
}
