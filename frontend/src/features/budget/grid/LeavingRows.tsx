import { useLayoutEffect, useRef, useState } from 'react';
import { isMotionWanted } from '@/lib/react/motion';
import type { CategoryRow } from '../model/rows';
import styles from './cells.module.css';
import { type GridModel, useGridModel } from './gridModel';
import rowStyles from './rows.module.css';

interface Leaving {
  row: CategoryRow;
  index: number;
}

/** Categories that were hidden or deleted fade from where they were. For the eye only. */
export function LeavingRows({ rowHeight }: { rowHeight: number }) {
  const model = useGridModel();
  const before = useRef(model);
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  useLayoutEffect(() => {
    const gone = goneRows(before.current, model);
    before.current = model;
    if (gone.length > 0 && isMotionWanted()) setLeaving(gone);
  }, [model]);
  return leaving.map(({ row, index }) => (
    <div
      key={row.id}
      aria-hidden="true"
      className={`${rowStyles.row} ${rowStyles.leaving}`}
      style={{ top: index * rowHeight, height: rowHeight }}
      onAnimationEnd={() => setLeaving((all) => all.filter((each) => each.row.id !== row.id))}
    >
      <div className={styles.name}>
        <span className={styles.nameText}>{row.name}</span>
      </div>
    </div>
  ));
}

/** The categories that are gone although their group is still shown with all that it has. */
function goneRows(before: GridModel, after: GridModel): Leaving[] {
  if (before.rows === after.rows || before.showHidden !== after.showHidden) return [];
  const groups = new Set<string>();
  const shown = new Set<string>();
  for (const row of after.rows) {
    shown.add(row.id);
    if (row.kind === 'group' && !row.collapsed) groups.add(row.id);
  }
  return before.rows.flatMap((row, index) => {
    const isGone = row.kind === 'category' && !shown.has(row.id) && groups.has(row.groupId);
    return isGone ? [{ row, index }] : [];
  });
}
