import type { Month } from '@/generated/contract';
import { addMonths, monthShort, monthTitle } from '@/lib/format/dates';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { detailsTexts } from '@/texts/details';
import { templatesTexts } from '@/texts/templates';
import { confirmAmount, setAmount } from '../api';
import { Figure } from '../grid/Figure';
import type { GridModel } from '../grid/gridModel';
import { run } from '../grid/run';
import { categoryCell } from '../model/cells';
import { columnId, isEditable } from '../model/columns';
import { BUDGETING, hasLine } from '../templates/noteLines';
import { applyTemplateOf } from '../templates/templatesApi';
import type { About } from './DetailsPanel';
import styles from './details.module.css';
import { averageOf } from './history';
import type { History } from './useHistory';

interface QuickAmountsProps {
  about: About;
  history: History;
  model: GridModel;
}

/** Amounts to budget with one press; none in a row whose amount cannot be typed. */
export function QuickAmounts(props: QuickAmountsProps) {
  const { about, model } = props;
  const column = columnId('budgeted', about.month);
  return isEditable(about.row, column, model.type) ? <Amounts {...props} /> : null;
}

function Amounts({ about: { row, month }, history, model }: QuickAmountsProps) {
  const last = addMonths(month, -1);
  const before = (history.moved ?? []).slice(0, -1);
  const average = averageOf(before);
  const set = (amount: number) => {
    const change = { category: row, month, cents: amount };
    void run(setAmount(change)).then((isSet) => isSet && confirmAmount(change));
  };
  const isDisabled = model.offline;
  const title = detailsTexts.budgetIn(monthTitle(month));
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.quick}>
        {history.months.includes(last) && (
          <BudgetedBefore {...{ last, isDisabled }} id={row.id} model={model} onSet={set} />
        )}
        {before.length > 0 && (
          <Quick
            label={detailsTexts.spentBefore(monthShort(last))}
            {...{ isDisabled, model }}
            value={before.at(-1)}
            onSet={set}
          />
        )}
        {average !== null && before.length > 1 && (
          <Quick
            label={detailsTexts.averageSpent}
            {...{ isDisabled, model }}
            value={average}
            onSet={set}
          />
        )}
        {model.withGoals && hasLine(model.notes[row.id], BUDGETING) && (
          <li>
            <button
              type="button"
              disabled={isDisabled}
              onClick={() => void run(applyTemplateOf(row, month))}
            >
              {templatesTexts.applyOne}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

interface QuickProps {
  label: string;
  value: number | undefined;
  model: GridModel;
  isDisabled: boolean;
  onSet: (amount: number) => void;
}

function Quick({ label, value, model, isDisabled, onSet }: QuickProps) {
  const set = () => value !== undefined && onSet(value);
  return (
    <li>
      <button type="button" disabled={isDisabled || value === undefined} onClick={set}>
        <span>{label}</span> <Figure value={value} amounts={model.amounts} />
      </button>
    </li>
  );
}

type BudgetedBeforeProps = Omit<QuickProps, 'label' | 'value'> & { id: string; last: Month };

function BudgetedBefore({ id, last, ...quick }: BudgetedBeforeProps) {
  const value = useAmountCell(monthSheet(last), categoryCell('budgeted', id));
  return <Quick {...quick} label={detailsTexts.budgetedBefore(monthShort(last))} value={value} />;
}
