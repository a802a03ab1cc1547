import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/Button';
import type { Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthTitle } from '@/lib/format/dates';
import { useRested } from '@/lib/react/useRested';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { useAmountCell, useCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { detailsTexts } from '@/texts/details';
import { CategoryBills } from '../coming/CategoryBills';
import { openExplain } from '../explain/openExplain';
import type { BudgetController } from '../grid/BudgetController';
import { Figure } from '../grid/Figure';
import { type GridModel, rowOf } from '../grid/gridModel';
import { BALANCE_WORDS, balanceState } from '../model/amounts';
import { carryoverCell, categoryCell, type Measure } from '../model/cells';
import { measureColumn } from '../model/columns';
import type { Bounds } from '../model/months';
import type { CategoryRow } from '../model/rows';
import { BalanceHistory } from './BalanceHistory';
import { CategoryNote } from './CategoryNote';
import styles from './details.module.css';
import { LastTransactions } from './LastTransactions';
import { QuickAmounts } from './QuickAmounts';
import { SpentHistory } from './SpentHistory';
import { useHistory } from './useHistory';

interface DetailsPanelProps {
  model: GridModel;
  controller: BudgetController;
  bounds: Bounds;
}

/** What there is to know about the focused category in the month of its focused cell. */
export default function DetailsPanel({ model, controller, bounds }: DetailsPanelProps) {
  const focus = useStore(controller.store, (state) => state.focus);
  const row = focus ? rowOf(model, focus.rowId) : undefined;
  const month = measureColumn(focus?.column ?? '')?.month ?? model.months[0];
  const about = useRested(
    useMemo(() => (row?.kind === 'category' && month ? { row, month } : null), [row, month]),
  );
  return (
    <aside aria-label={detailsTexts.details} className={styles.panel}>
      {about ? (
        <CategoryDetails about={about} model={model} bounds={bounds} />
      ) : (
        <p className={styles.hint}>{detailsTexts.choose}</p>
      )}
    </aside>
  );
}

/** A category in a month. */
export interface About {
  row: CategoryRow;
  month: Month;
}

interface CategoryDetailsProps extends Omit<DetailsPanelProps, 'controller'> {
  about: About;
}

function CategoryDetails({ about, model, bounds }: CategoryDetailsProps) {
  const { row, month } = about;
  const { amounts } = model;
  const history = useHistory(row, month, bounds.start);
  const balance = cellName(monthSheet(month), categoryCell('balance', row.id));
  return (
    <>
      <header>
        <h2 className={styles.name}>{row.name}</h2>
        <p className={styles.month}>{monthTitle(month)}</p>
      </header>
      {!row.income && <Balance about={about} model={model} />}
      <dl className={styles.lines}>
        {figuresOf(about, model).map(({ label, measure }) => (
          <div key={measure} className={styles.line}>
            <dt>{label}</dt>
            <dd>
              <Amount measure={measure} about={about} amounts={amounts} />
            </dd>
          </div>
        ))}
      </dl>
      {!row.income && (
        <Button onPress={() => openExplain(balance, model)}>{detailsTexts.explainBalance}</Button>
      )}
      <CategoryBills categoryId={row.id} month={month} amounts={amounts} />
      {!row.income && <BalanceHistory categoryId={row.id} months={history.months} />}
      <SpentHistory about={about} history={history} amounts={amounts} />
      <QuickAmounts about={about} history={history} model={model} />
      <LastTransactions categoryId={row.id} amounts={amounts} />
      <CategoryNote key={row.id} about={about} model={model} />
    </>
  );
}

interface AmountProps {
  about: About;
  amounts: AmountFormat;
}

function Balance({ about: { row, month }, model }: { about: About; model: GridModel }) {
  const sheet = monthSheet(month);
  const value = useAmountCell(sheet, categoryCell('balance', row.id));
  const carries = useCell(sheet, carryoverCell(row.id)) === true;
  const state = balanceState(value ?? 0, carries, model.type);
  return (
    <p className={styles.balance} data-state={state}>
      <Figure value={value} amounts={model.amounts} />
      <span className={styles.state}>{BALANCE_WORDS[state] || budgetTexts.balance}</span>
    </p>
  );
}

function Amount({ about: { row, month }, amounts, measure }: AmountProps & { measure: Measure }) {
  const value = useAmountCell(monthSheet(month), categoryCell(measure, row.id));
  return <Figure value={value} amounts={amounts} />;
}

/** The figures beside the balance; income has a budget in report mode alone. */
function figuresOf({ row }: About, { type }: GridModel): { label: string; measure: Measure }[] {
  const budgeted = { label: budgetTexts.budgeted, measure: 'budgeted' as const };
  const label = row.income ? budgetTexts.received : budgetTexts.spent;
  const spent = { label, measure: 'spent' as const };
  return row.income && type === 'rollover' ? [spent] : [budgeted, spent];
}
