import { ChevronRight } from 'lucide-react';
import { useGrid } from '@/components/grid/gridStore';
import type { AmountFormat } from '@/lib/format/amount';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { groupCell, type Measure } from '../model/cells';
import { measureAt } from '../model/columns';
import { groupAt } from '../model/rows';
import { useToday } from '../view';
import cellStyles from './cells.module.css';
import { Figure } from './Figure';
import { useGridModel } from './gridModel';
import styles from './rows.module.css';

/**
 * The group whose rows are in view, kept at the top once its own row is scrolled away. A copy
 * for the eye only: assistive technology reads the real row.
 */
export function StickyGroup({ rowHeight }: { rowHeight: number }) {
  const model = useGridModel();
  const { rows, months, measures, amounts } = model;
  const today = useToday();
  const first = useGrid((state) => state.firstVisible);
  const group = groupAt(rows, first);
  if (!group || rows[first] === group || rows[first + 1]?.kind === 'group') return null;
  return (
    <div aria-hidden="true" className={styles.sticky}>
      <div
        data-kind="group"
        className={`${styles.row} ${styles.stickyRow}`}
        style={{ height: rowHeight }}
      >
        <div className={cellStyles.name}>
          <span className={cellStyles.toggle}>
            <ChevronRight size="1rem" data-open />
          </span>
          <span className={cellStyles.nameText}>{group.name}</span>
        </div>
        {months.flatMap((month) =>
          measures.map((place, at) => {
            const measure = measureAt(group, place, model);
            return (
              <GroupFigure
                key={`${month} ${place}`}
                sheet={monthSheet(month)}
                groupId={group.id}
                measure={measure}
                isStart={at === 0}
                isFuture={month > today}
                amounts={amounts}
              />
            );
          }),
        )}
      </div>
    </div>
  );
}

interface GroupFigureProps {
  sheet: string;
  groupId: string;
  /** Null where groups of this kind have no figure. */
  measure: Measure | null;
  /** The first figure of its month. */
  isStart: boolean;
  isFuture: boolean;
  amounts: AmountFormat;
}

function GroupFigure(props: GroupFigureProps) {
  const { sheet, groupId, measure, isStart, isFuture, amounts } = props;
  const value = useAmountCell(sheet, groupCell(measure ?? 'spent', groupId));
  return (
    <div
      data-negative={(measure === 'balance' && (value ?? 0) < 0) || undefined}
      className={`${cellStyles.cell} ${isStart ? cellStyles.monthStart : ''}`}
    >
      {measure && <Figure value={value} amounts={amounts} isQuiet={isFuture} />}
    </div>
  );
}
