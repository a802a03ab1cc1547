/** Dragging of the rows of a grid, with a line where the row would land. */
import { canDrag, watchDrag } from '../reorder/drag';
import type { AnyGrid } from './GridController';
import { placeOf } from './handlers';

/** Where a dragged row would land. */
export interface RowDrop {
  /** Index of the row above which the line is drawn. */
  lineIndex: number;
  commit: () => void;
}

/** How a feature's rows are dragged. */
export interface RowReorder {
  /** The column that rows are dragged by. */
  handle: string;
  /** The words beside the pointer; null for a row that stays in its place. */
  ghost: (rowId: string) => string | null;
  /** The drop for a pointer at `offset`, in rows from the top: 2.75 is low in row 2. */
  dropAt: (rowId: string, offset: number) => RowDrop | null;
  /** Follows the pointer over the rows, as opening a group does; null at the end of the drag. */
  hover?: (rowId: string, over: string | null) => void;
}

/** A pointer handler for the grid's root. */
export function dragHandler(grid: AnyGrid, rowHeight: number) {
  return (event: React.PointerEvent) => {
    const { reorder } = grid;
    if (!reorder || !canDrag(event)) return;
    const place = placeOf(event.target);
    const isOnButton = (event.target as Element).closest('[data-action], input, [data-overlay]');
    if (!place || place.column !== reorder.handle || isOnButton) return;
    const words = reorder.ghost(place.rowId);
    if (words === null) return;
    dragRow(grid, reorder, { rowId: place.rowId, words, rowHeight }, event);
  };
}

interface Dragged {
  rowId: string;
  words: string;
  rowHeight: number;
}

function dragRow(
  grid: AnyGrid,
  reorder: RowReorder,
  { rowId, words, rowHeight }: Dragged,
  press: React.PointerEvent,
): void {
  const scroller = grid.root?.querySelector<HTMLElement>('[data-grid-body]') ?? null;
  let drop: RowDrop | null = null;
  watchDrag(press, {
    words,
    scroller,
    over: ({ y }) => {
      if (!scroller) return;
      const offset = (y - scroller.getBoundingClientRect().top + scroller.scrollTop) / rowHeight;
      drop = reorder.dropAt(rowId, offset);
      const lineIndex = drop?.lineIndex ?? null;
      const shown = grid.store.getState().dragging;
      if (shown?.lineIndex !== lineIndex) grid.store.setState({ dragging: { rowId, lineIndex } });
      reorder.hover?.(rowId, grid.source.keyAt(Math.floor(offset)) ?? '');
    },
    end: (isDropped) => {
      reorder.hover?.(rowId, null);
      grid.store.setState({ dragging: null });
      if (isDropped) drop?.commit();
    },
  });
}
