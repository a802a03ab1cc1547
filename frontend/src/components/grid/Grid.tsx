import {
  type ComponentType,
  type CSSProperties,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { List, type ListImperativeAPI, type RowComponentProps } from 'react-window';
import type { AnyGrid } from './GridController';
import styles from './grid.module.css';
import { useGridPlace } from './gridPlaces';
import { GridStoreContext, useGrid } from './gridStore';
import { gridHandlers } from './handlers';
import { holdFocus } from './holdFocus';
import { dragHandler } from './RowDrag';
import type { RowSource } from './rowSource';
import { useScrollAnchor } from './useScrollAnchor';
import { type StretchedList, useStretch } from './useStretch';

/** Rows drawn beyond the visible ones on each side. */
const OVERSCAN_ROWS = 5;
/** Height assumed before the first measurement. */
const FIRST_HEIGHT_PX = 640;

export interface GridRowProps<Row> {
  index: number;
  /** Undefined while the row is not loaded. */
  row: Row | undefined;
  style: CSSProperties;
}

interface GridProps<Row, Data extends object> {
  label: string;
  role?: 'grid' | 'treegrid';
  isMultiselectable?: boolean;
  controller: AnyGrid;
  source: RowSource<Row>;
  columnCount: number;
  rowHeight: number;
  row: ComponentType<GridRowProps<Row> & Data>;
  /** What every row is given besides itself; rows are drawn again when it changes. */
  data: Data;
  head: ReactNode;
  /** A row that stays in view below the others: a `GridFoot`. */
  foot?: ReactNode;
  /** The open editor, drawn above the rows so that scrolling and live values leave it alone. */
  overlay?: (stretch: StretchedList) => ReactNode;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  /** Remembers focus and scroll under this name while the screen is away. */
  keepAs?: string;
  /** Keeps the first row in view in place when rows come or go above it. */
  isAnchored?: boolean;
  onRange?: (first: number, last: number) => void;
  className?: string | undefined;
  bodyClassName?: string | undefined;
  style?: CSSProperties;
  isTouch?: boolean;
  isNarrow?: boolean;
  /** Menus and popovers of the cells. */
  children?: ReactNode;
}

interface RowData<Row, Data> {
  source: RowSource<Row>;
  /** Grows when rows come, go or move. */
  version: number;
  base: number;
  row: ComponentType<GridRowProps<Row> & Data>;
  data: Data;
}

/** A grid of virtual rows: one tab stop, arrows inside, rows drawn as they come into view. */
export function Grid<Row, Data extends object>(props: GridProps<Row, Data>) {
  const { controller, source, rowHeight, row, data, isAnchored = false, onRange, keepAs } = props;
  const root = useRef<HTMLDivElement>(null);
  const [list, setList] = useState<ListImperativeAPI | null>(null);
  const version = useSyncExternalStore(source.subscribe, () => source.version);
  const stretch = useStretch(list, source.count, rowHeight);
  const { base, scrollTo, places } = stretch;
  const rowProps = useMemo<RowData<Row, Data>>(
    () => ({ source, version, base, row, data }),
    [source, version, base, row, data],
  );
  const handlers = useMemo(() => gridHandlers(controller), [controller]);
  const drag = useMemo(() => dragHandler(controller, rowHeight), [controller, rowHeight]);
  const anchor = useScrollAnchor(stretch, source, version);
  useInStep(controller, source, root, scrollTo);
  useGridPlace(keepAs, controller, list?.element ?? null);
  const showRange = useCallback(
    ({ startIndex, stopIndex }: { startIndex: number; stopIndex: number }) => {
      controller.pageRows = Math.max(1, stopIndex - startIndex - 1);
      controller.store.setState({ firstVisible: base + startIndex });
      if (isAnchored) anchor(base + startIndex);
      onRange?.(base + startIndex, base + stopIndex);
    },
    [controller, anchor, base, isAnchored, onRange],
  );
  return (
    <GridStoreContext value={controller.store}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take these. */}
      <div
        ref={root}
        role={props.role ?? 'grid'}
        aria-label={props.label}
        aria-multiselectable={props.isMultiselectable || undefined}
        aria-rowcount={source.count + (props.foot ? 2 : 1)}
        aria-colcount={props.columnCount}
        tabIndex={-1}
        className={`${styles.grid} ${props.className ?? ''}`}
        style={props.style}
        data-touch={props.isTouch || undefined}
        data-narrow={props.isNarrow || undefined}
        {...handlers}
        onPointerDown={drag}
      >
        {props.head}
        {source.count === 0 && props.empty !== undefined && (
          <div role="row">
            <div role="gridcell">{props.empty}</div>
          </div>
        )}
        <List
          role="rowgroup"
          data-grid-body
          className={`${styles.body} ${props.bodyClassName ?? ''}`}
          listRef={setList}
          rowComponent={RowAt as unknown as DrawRow<RowData<Row, Data>>}
          rowProps={rowProps}
          rowKey={keyOf}
          rowCount={places}
          rowHeight={rowHeight}
          overscanCount={OVERSCAN_ROWS}
          defaultHeight={FIRST_HEIGHT_PX}
          onRowsRendered={showRange}
        >
          {props.overlay?.(stretch)}
          <DropLine rowHeight={rowHeight} />
        </List>
        {props.foot}
      </div>
      {props.children}
    </GridStoreContext>
  );
}

type DrawRow<Data extends object> = (props: RowComponentProps<Data>) => ReactElement;
type AnyRow = RowComponentProps<RowData<unknown, object>>;

function RowAt({ index, style, source, base, row, data }: AnyRow) {
  const at = base + index;
  return createElement(row, { ...data, index: at, style, row: source.rowAt(at) });
}

function keyOf(index: number, { source, base }: { source: RowSource<unknown>; base: number }) {
  return source.keyAt(base + index) ?? String(index);
}

/** Where the dragged row would land. */
function DropLine({ rowHeight }: { rowHeight: number }) {
  const line = useGrid((state) => state.dragging?.lineIndex ?? null);
  if (line === null) return null;
  return <div aria-hidden="true" className={styles.line} style={{ top: line * rowHeight }} />;
}

/** Keeps the controller in step with what is drawn; another list starts over. */
function useInStep(
  controller: AnyGrid,
  source: RowSource<unknown>,
  root: React.RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
): void {
  useLayoutEffect(() => {
    controller.root = root.current;
    controller.reach = scrollTo;
    controller.update(source);
  });
  useEffect(
    () => (root.current ? holdFocus(root.current, controller) : undefined),
    [controller, root],
  );
}
