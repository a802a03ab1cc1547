import { Plus } from 'lucide-react';
import type { CSSProperties } from 'react';
import { budgetTexts } from '@/texts/budget';
import { measureAt, NAME_COLUMN } from '../model/columns';
import type { GroupRow, PlaceRow } from '../model/rows';
import { useIsFocused } from './budgetStore';
import cellStyles from './cells.module.css';
import type { GridModel } from './gridModel';
import { measureTitle } from './measureTitle';
import { ariaRow } from './rowIndex';
import styles from './rows.module.css';

interface PlaceRowProps {
  row: PlaceRow;
  index: number;
  style: CSSProperties;
  model: GridModel;
}

/** Rows that hold no amounts: "Add Group", the header of income, room for a new name. */
export function PlaceRowView({ row, index, style, model }: PlaceRowProps) {
  const common = { role: 'row', 'aria-rowindex': ariaRow(index), style, 'data-kind': row.kind };
  if (row.kind === 'add-group') {
    return (
      <div {...common} data-row-id={row.id} className={styles.row}>
        <AddGroup rowId={row.id} />
      </div>
    );
  }
  if (row.kind === 'income-header') {
    return (
      <div {...common} className={`${styles.row} ${styles.header}`}>
        <IncomeHeader model={model} />
      </div>
    );
  }
  return (
    <div {...common} aria-hidden="true" className={styles.row}>
      <div />
      {model.months.map((month) => (
        <div
          key={month}
          className={`${cellStyles.monthStart} ${styles.month}`}
          style={{ '--measures': model.measures.length } as CSSProperties}
        />
      ))}
    </div>
  );
}

function AddGroup({ rowId }: { rowId: string }) {
  const isFocused = useIsFocused(rowId, NAME_COLUMN);
  return (
    <div role="gridcell" data-col={NAME_COLUMN} className={styles.wide}>
      <button
        type="button"
        data-cell-button
        data-action="add-group"
        tabIndex={isFocused ? 0 : -1}
        className={styles.add}
      >
        <Plus size="0.9375rem" aria-hidden="true" />
        {budgetTexts.addGroup}
      </button>
    </div>
  );
}

/** Stands for any income row when asking which figures income has. */
const INCOME: GroupRow = {
  kind: 'group',
  id: '',
  name: '',
  income: true,
  hidden: false,
  collapsed: false,
  position: 1,
  siblings: 1,
};

function IncomeHeader({ model }: { model: GridModel }) {
  return (
    <>
      <div role="rowheader" className={styles.headName}>
        {budgetTexts.income}
      </div>
      {model.months.flatMap((month) =>
        model.measures.map((place, at) => {
          const measure = measureAt(INCOME, place, model);
          return (
            <div
              key={`${month} ${place}`}
              role="gridcell"
              className={`${styles.headCell} ${at === 0 ? cellStyles.monthStart : ''}`}
            >
              {measure && measureTitle(measure, true)}
            </div>
          );
        }),
      )}
    </>
  );
}
