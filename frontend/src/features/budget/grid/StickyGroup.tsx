import { ChevronRight } from 'lucide-react';
import type { AmountFormat } from '@/lib/format/amount';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { groupCell, type Measure } from '../model/cells';
import { measureAt } from '../model/columns';
import { groupAt } from '../model/rows';
import cellStyles from './cells.module.css';
import { Figure } from './Figure';
import { useGridModel } from './gridModel';
import { useGrid } from './gridStore';
import styles from './rows.module.css';

/**
 * The group whose rows are in view, kept at the top once its own row is scrolled away. A copy
 * for the eye only: assistive technology reads the real row.
 */
export function StickyGroup({ rowHeight }: { rowHeight: number }) {
  const model = useGridModel();
  const { rows, months, measures, amounts } = model;
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
            <ChevronRight size={16} data-open />
          </span>
          <span className={cellStyles.nameText}>{group.name}</span>
        </div>
        {months.flatMap((month) =>
          measures.map((place, at) => {
            const measure = measureAt(group, place, model);
            return (
              <div
                key={`${month} ${place}`}
                className={`${cellStyles.cell} ${at === 0 ? cellStyles.monthStart : ''}`}
              >
                {measure && (
                  <GroupFigure
                    sheet={monthSheet(month)}
                    groupId={group.id}
                    measure={measure}
                    amounts={amounts}
                  />
                )}
              </div>
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
  measure: Measure;
  amounts: AmountFormat;
}

function GroupFigure({ sheet, groupId, measure, amounts }: GroupFigureProps) {
  return <Figure value={useAmountCell(sheet, groupCell(measure, groupId))} amounts={amounts} />;
}
