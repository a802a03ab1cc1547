import {
  type CSSProperties,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { List, type ListImperativeAPI } from 'react-window';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { BalanceMenu } from './BalanceMenu';
import { DropLine } from './DropLine';
import { EditorOverlay } from './EditorOverlay';
import type { GridController } from './GridController';
import { GridHeader } from './GridHeader';
import { type GridRowProps, GridRowView } from './GridRowView';
import { gridHandlers } from './gridHandlers';
import { GRID_KEYS } from './gridKeys';
import { type GridModel, GridModelContext } from './gridModel';
import { GridStoreContext } from './gridStore';
import { ItemMenu } from './ItemMenu';
import { ItemNote } from './ItemNote';
import { keepFocus } from './keepFocus';
import styles from './rows.module.css';
import { StickyGroup } from './StickyGroup';
import { useForeignFlash } from './useForeignFlash';
import { useRowDrag } from './useRowDrag';
import { useRowHeight } from './useRowHeight';
import { useShowSpent } from './useShowSpent';

/** Rows drawn beyond the visible ones on each side (brief 19). */
const OVERSCAN_ROWS = 5;
/** Height assumed before the first measurement. */
const FIRST_HEIGHT_PX = 640;

interface BudgetGridProps {
  model: GridModel;
  controller: GridController;
  onSwitchMeasure?: () => void;
}

/** The treegrid "Budget": one tab stop, arrows inside, rows drawn as they come into view. */
export function BudgetGrid({ model, controller, onSwitchMeasure }: BudgetGridProps) {
  const root = useRef<HTMLDivElement>(null);
  const [list, setList] = useState<ListImperativeAPI | null>(null);
  const rowHeight = useRowHeight(model.isTouch);
  const rowProps = useMemo<GridRowProps>(() => ({ model }), [model]);
  const rowKey = useCallback((index: number, data: GridRowProps) => keyOf(index, data), []);
  const handlers = useMemo(() => gridHandlers(controller), [controller]);
  const drag = useRowDrag(controller, rowHeight);
  const showRange = useRange(controller);
  useForeignFlash(root);
  useShowSpent(controller);
  useShortcuts(GRID_KEYS);
  useLayoutEffect(() => {
    controller.root = root.current;
    controller.list = list;
    controller.update(model);
  }, [controller, list, model]);
  useEffect(() => keepFocus(root.current, controller), [controller]);
  const columns = model.months.length * model.measures.length;
  return (
    <GridStoreContext value={controller.store}>
      <GridModelContext value={model}>
        <div
          ref={root}
          role="treegrid"
          aria-label="Budget"
          aria-rowcount={model.rows.length + 1}
          aria-colcount={columns + 1}
          tabIndex={-1}
          className={styles.grid}
          data-touch={model.isTouch || undefined}
          data-narrow={model.isTouch || model.months.length > 1 || undefined}
          style={{ '--columns': columns } as CSSProperties}
          {...handlers}
          onPointerDown={drag}
        >
          <GridHeader model={model} onSwitchMeasure={onSwitchMeasure} />
          <List
            role="rowgroup"
            className={styles.body}
            listRef={setList}
            rowComponent={GridRowView}
            rowProps={rowProps}
            rowKey={rowKey}
            rowCount={model.rows.length}
            rowHeight={rowHeight}
            overscanCount={OVERSCAN_ROWS}
            defaultHeight={FIRST_HEIGHT_PX}
            onRowsRendered={showRange}
          >
            <StickyGroup rowHeight={rowHeight} />
            <EditorOverlay controller={controller} rowHeight={rowHeight} />
            <DropLine rowHeight={rowHeight} />
          </List>
        </div>
        <ItemMenu controller={controller} />
        <BalanceMenu controller={controller} />
        <ItemNote controller={controller} />
      </GridModelContext>
    </GridStoreContext>
  );
}

/** Remembers which rows are in view, for paging and for the sticky group header. */
function useRange(controller: GridController) {
  return useCallback(
    (visible: { startIndex: number; stopIndex: number }) => {
      controller.pageRows = Math.max(1, visible.stopIndex - visible.startIndex - 1);
      controller.store.setState({ firstVisible: visible.startIndex });
    },
    [controller],
  );
}

function keyOf(index: number, { model }: GridRowProps): string {
  return model.rows[index]?.id ?? String(index);
}
