import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { List, type ListImperativeAPI } from 'react-window';
import { useScrollAnchor } from '@/components/grid/useScrollAnchor';
import { useStretch } from '@/components/grid/useStretch';
import type { RegisterList } from '../model/registerList';
import { registerSource } from '../model/registerSource';
import type { ColumnSizing } from '../useColumns';
import { useVersion } from '../useRegisterList';
import { EditOverlay } from './EditOverlay';
import type { GridController } from './GridController';
import { GridHeader } from './GridHeader';
import styles from './grid.module.css';
import { gridHandlers } from './gridHandlers';
import { GridStoreContext } from './gridStore';
import { type LineProps, LineView } from './LineView';
import { RowMenu } from './RowMenu';
import { type RegisterModel, RegisterModelContext } from './registerModel';
import { useLineHeight } from './useLineHeight';

/** Lines drawn beyond the visible ones on each side (brief 19). */
const OVERSCAN_LINES = 5;
/** Height assumed before the first measurement. */
const FIRST_HEIGHT_PX = 640;

/** Lines loaded beyond the visible ones on each side, so that few are waited for while scrolling. */
const AHEAD_LINES = 30;
/** A jump of more lines than this is a flight over what need not be loaded. */
const FLYING_LINES = 60;
/** How long the lines must stay for that. */
const REST_MS = 50;

interface TransactionGridProps {
  title: string;
  model: RegisterModel;
  controller: GridController;
  sizing: ColumnSizing;
  /** What stands in the middle of an empty list. */
  empty: ReactNode;
}

/** The grid "Transactions": one tab stop, arrows inside, lines drawn as they come into view. */
export function TransactionGrid({ title, model, controller, sizing, empty }: TransactionGridProps) {
  const root = useRef<HTMLDivElement>(null);
  const [list, setList] = useState<ListImperativeAPI | null>(null);
  const version = useVersion(model.list);
  const lineHeight = useLineHeight(model.columns.isNarrow);
  const { lineCount } = model.list;
  const stretch = useStretch(list, lineCount, lineHeight);
  const { base, scrollTo } = stretch;
  const rowProps = useMemo<LineProps>(() => ({ model, version, base }), [model, version, base]);
  const handlers = useMemo(() => gridHandlers(controller), [controller]);
  const source = useMemo(() => registerSource(model.list), [model.list]);
  const anchor = useScrollAnchor(stretch, source, version);
  useInStep(controller, model, root, scrollTo);
  const load = useLoading(model.list);
  const showRange = useCallback(
    (visible: { startIndex: number; stopIndex: number }) => {
      controller.pageLines = Math.max(1, visible.stopIndex - visible.startIndex - 1);
      anchor(base + visible.startIndex);
      load(base + visible.startIndex - AHEAD_LINES, base + visible.stopIndex + AHEAD_LINES);
    },
    [controller, anchor, load, base],
  );
  return (
    <GridStoreContext value={controller.store}>
      <RegisterModelContext value={model}>
        <div
          ref={root}
          role="grid"
          aria-label={`Transactions, ${title}`}
          aria-multiselectable="true"
          aria-rowcount={lineCount + 1}
          aria-colcount={model.columns.ids.length}
          tabIndex={-1}
          className={styles.grid}
          style={{ '--columns': model.columns.template } as CSSProperties}
          {...handlers}
        >
          <GridHeader controller={controller} sizing={sizing} />
          <List
            role="rowgroup"
            className={styles.body}
            listRef={setList}
            rowComponent={LineView}
            rowProps={rowProps}
            rowKey={keyOf}
            rowCount={stretch.held}
            rowHeight={lineHeight}
            overscanCount={OVERSCAN_LINES}
            defaultHeight={FIRST_HEIGHT_PX}
            onRowsRendered={showRange}
          >
            <EditOverlay controller={controller} stretch={stretch} />
          </List>
          <RowMenu controller={controller} />
          {lineCount === 0 && <EmptyLine>{empty}</EmptyLine>}
        </div>
      </RegisterModelContext>
    </GridStoreContext>
  );
}

function EmptyLine({ children }: { children: ReactNode }) {
  return (
    <div role="row">
      <div role="gridcell" className={styles.empty}>
        {children}
      </div>
    </div>
  );
}

/** Lets the controller know what is drawn and where; in another list it starts over. */
function useInStep(
  controller: GridController,
  model: RegisterModel,
  root: RefObject<HTMLElement | null>,
  scrollTo: (line: number) => void,
): void {
  const shown = useRef(model.list);
  useLayoutEffect(() => {
    controller.root = root.current;
    controller.reach = scrollTo;
    if (shown.current !== model.list) controller.startOver(model);
    shown.current = model.list;
    controller.update(model);
  });
}

/** Loads what is in view; while lines fly by, only where they come to rest. */
function useLoading(list: RegisterList): (from: number, to: number) => void {
  const last = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (from: number, to: number) => {
      const isFlying = Math.abs(from - last.current) > FLYING_LINES;
      last.current = from;
      clearTimeout(timer.current);
      if (isFlying) timer.current = setTimeout(() => list.show(from, to), REST_MS);
      else list.show(from, to);
    },
    [list],
  );
}

function keyOf(index: number, { model, base }: LineProps): string {
  const line = model.list.line(base + index);
  if (line.kind === 'unknown') return String(index);
  return line.kind === 'child' ? line.row.id : line.entry.row.id;
}
