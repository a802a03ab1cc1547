import { useMemo, useState } from 'react';
import { run } from '@/domain/transactions/run';
import {
  hasBalances,
  isSpecialView,
  useRegisterView,
  type ViewId,
} from '@/domain/transactions/view';
import { leaveField } from '@/lib/keys/leaveField';
import { savePrefs, usePref } from '@/lib/prefs/prefs';
import {
  type ColumnId,
  type Columns,
  columnsFor,
  isResizable,
  withinLimits,
} from './model/columns';
import { useSettledLayout } from './useSettledLayout';

/** Making columns wider and narrower. */
export interface ColumnSizing {
  /** Some column has a width of its own. */
  isSized: boolean;
  /** The tracks if a column had this width, to be drawn while it is dragged. */
  trackFor: (column: ColumnId, width: number) => string;
  /** Keeps a width for this view; null is the usual one. */
  keep: (column: ColumnId, width: number | null) => void;
  /** Gives all columns their usual widths. */
  reset: () => void;
}

/**
 * The columns to draw: where one does not fit any more, those of before are drawn until what is
 * being typed into it was taken.
 */
export function useShownColumns(fitting: Columns): Columns {
  const [shown, setShown] = useState(fitting);
  const wanted = fitting.ids.join(' ');
  if (useSettledLayout(wanted, leaveCell) !== wanted) return shown;
  if (shown !== fitting) setShown(fitting);
  return fitting;
}

function leaveCell(wanted: string): void {
  const cell = document.activeElement?.closest('[data-overlay] [data-col]');
  const column = cell?.getAttribute('data-col');
  if (column && !wanted.split(' ').includes(column)) leaveField();
}

/** The columns that fit, in the widths that were chosen for this view. */
export function useColumns(
  viewId: ViewId,
  width: number,
  showsBalance: boolean,
): { columns: Columns; sizing: ColumnSizing } {
  const kept = usePref('ui.registerColumns');
  const hasMeaning = useRegisterView(hasBalances);
  const withBalance = showsBalance && hasMeaning;
  return useMemo(() => {
    const widths = readWidths(kept[viewId]);
    const wanted = { withAccount: isSpecialView(viewId), withBalance };
    const save = (next: Widths) => {
      const { [viewId]: _, ...others } = kept;
      const all = Object.keys(next).length === 0 ? others : { ...others, [viewId]: next };
      void run(savePrefs({ 'ui.registerColumns': all }));
    };
    const sizing: ColumnSizing = {
      isSized: Object.keys(widths).length > 0,
      trackFor: (column, size) =>
        columnsFor(width, { ...wanted, widths: { ...widths, [column]: size } }).template,
      keep: (column, size) => {
        const { [column]: _, ...others } = widths;
        save(size === null ? others : { ...others, [column]: withinLimits(column, size) });
      },
      reset: () => save({}),
    };
    return { columns: columnsFor(width, { ...wanted, widths }), sizing };
  }, [kept, viewId, width, withBalance]);
}

type Widths = Partial<Record<ColumnId, number>>;

/** Saved widths may contain anything. */
function readWidths(kept: unknown): Widths {
  if (typeof kept !== 'object' || kept === null) return {};
  const sized = Object.entries(kept).filter(
    (each): each is [ColumnId, number] => isResizable(each[0]) && Number.isFinite(each[1]),
  );
  return Object.fromEntries(sized.map(([column, width]) => [column, withinLimits(column, width)]));
}
