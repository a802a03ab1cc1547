import { useState } from 'react';
import { createGridStore, GridStoreContext } from '@/components/grid/gridStore';
import { TitlebarSlot } from '@/components/TitlebarSlot';
import { LOW_AND_WIDE, useMedia } from '@/components/useMedia';
import type { CategoryGroup, Month } from '@/generated/contract';
import { budgetTexts } from '@/texts/budget';
import { AlertStrip } from '../bar/AlertStrip';
import { useFindCategory } from '../find/useFindCategory';
import { BudgetController } from '../grid/BudgetController';
import { BudgetGrid } from '../grid/BudgetGrid';
import type { BudgetStore } from '../grid/budgetStore';
import { GridModelContext } from '../grid/gridModel';
import type { Measure } from '../model/cells';
import { shownEnvelopes } from '../model/envelopes';
import { openCoverAll, openMoney } from '../money/openMoney';
import { NoCategories } from '../NoCategories';
import { type BudgetProps, useBudgetModel } from '../useBudgetModel';
import { useGivenCategory } from '../useGivenCategory';
import { useMonthKeys } from '../useMonthKeys';
import { goTo, useUndoPlace } from '../useUndoPlace';
import { useBudgetView, useMonths } from '../view';
import { MobileHeader } from './MobileHeader';
import { MonthPill } from './MonthPill';
import styles from './mobile.module.css';

const BUDGETED: readonly Measure[] = ['budgeted', 'balance'];
const SPENT: readonly Measure[] = ['spent', 'balance'];

/** The budget for a phone: one month, two figures per row, everything within reach of a thumb. */
export function MobileBudget({ groups, notes, bounds }: BudgetProps) {
  const shown = useMonths(1, bounds);
  const [store] = useState<BudgetStore>(createGridStore);
  const showSpent = useBudgetView((state) => state.showSpent);
  const measures = showSpent ? SPENT : BUDGETED;
  const { months } = shown;
  const model = useBudgetModel({ groups, notes, months, store, measures, isTouch: true });
  const [controller] = useState(() => new BudgetController(store, model));
  const isBeside = useMedia(LOW_AND_WIDE);
  useMonthKeys(shown, model);
  useUndoPlace(controller, shown);
  useGivenCategory(controller, shown);
  useFindCategory(controller, shown);
  const alerts = (
    <AlertStrip
      month={shown.start}
      type={model.type}
      isInTitlebar={isBeside}
      groups={groups}
      amounts={model.amounts}
      onCover={model.offline ? undefined : (ids) => coverThem(shown.start, ids, groups)}
      onShow={(itemId) =>
        void goTo({ itemId, month: shown.start, measure: 'balance' }, controller, shown, 'focus')
      }
    />
  );
  return (
    <GridModelContext value={model}>
      <GridStoreContext value={store}>
        <div className={styles.page}>
          <h1 tabIndex={-1} className="visually-hidden">
            {budgetTexts.budget}
          </h1>
          <div className={styles.top}>
            <MobileHeader shown={shown} bounds={bounds} onDone={() => controller.refocus()} />
            <MonthPill month={shown.start} today={shown.today} />
          </div>
          <NoCategories model={model} controller={controller} />
          <BudgetGrid
            model={model}
            controller={controller}
            onSwitchMeasure={() => useBudgetView.setState({ showSpent: !showSpent })}
          />
          {isBeside ? <TitlebarSlot>{alerts}</TitlebarSlot> : alerts}
        </div>
      </GridStoreContext>
    </GridModelContext>
  );
}

/** One form covers all that are shown; hidden ones are covered one by one. */
function coverThem(month: Month, ids: readonly string[], groups: readonly CategoryGroup[]): void {
  const shown = new Set(shownEnvelopes(groups).map(({ id }) => id));
  const [placeId] = ids;
  if (ids.filter((id) => shown.has(id)).length > 1) openCoverAll(month, groups);
  else if (placeId !== undefined) openMoney({ kind: 'cover', month, placeId }, groups);
}
