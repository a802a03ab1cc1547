import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { GridHead, type HeadColumn } from '@/components/grid/GridHead';
import type { Month } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';
import type { Measure } from '../model/cells';
import { columnId, NAME_COLUMN } from '../model/columns';
import cellStyles from './cells.module.css';
import type { GridModel } from './gridModel';
import { measureTitle } from './measureTitle';
import styles from './rows.module.css';

interface BudgetHeadProps {
  model: GridModel;
  /** Buttons beside the title of the names. */
  tools: ReactNode;
  /** Phones: the first figure changes between Budgeted and Spent. */
  onSwitchMeasure?: (() => void) | undefined;
}

/** Names of the columns: the category, then the measures of each month. */
export function BudgetHead({ model, tools, onSwitchMeasure }: BudgetHeadProps) {
  const column = (month: Month, measure: Measure, place: number): HeadColumn => {
    const title = measureTitle(measure, false);
    return {
      id: columnId(measure, month),
      label: `${title} ${monthTitle(month)}`,
      className: `${styles.headCell} ${place === 0 ? cellStyles.monthStart : ''}`,
      title:
        place === 0 && onSwitchMeasure ? (
          <button type="button" className={styles.switch} onClick={onSwitchMeasure}>
            <ArrowLeftRight size="0.875rem" aria-hidden="true" />
            {title}
          </button>
        ) : (
          title
        ),
    };
  };
  const figures = model.months.flatMap((month) =>
    model.measures.map((measure, place) => column(month, measure, place)),
  );
  const name = {
    id: NAME_COLUMN,
    label: budgetTexts.category,
    title: (
      <>
        {budgetTexts.category}
        {tools}
      </>
    ),
    className: styles.headName,
  };
  return <GridHead columns={[name, ...figures]} rowClassName={styles.headRow} />;
}
