import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { List, type ListImperativeAPI } from 'react-window';
import { useVersion } from '../useRegisterList';
import { EditOverlay } from './EditOverlay';
import type { GridController } from './GridController';
import { GridHeader } from './GridHeader';
import styles from './grid.module.css';
import { gridHandlers } from './gridHandlers';
import { GridStoreContext } from './gridStore';
import { type LineProps, LineView } from './LineView';
import { type RegisterModel, RegisterModelContext } from './registerModel';
import { useLineHeight } from './useLineHeight';
import { useScrollAnchor } from './useScrollAnchor';

/** Lines drawn beyond the visible ones on each side (brief 19). */
const OVERSCAN_LINES = 5;
/** Height assumed before the first measurement. */
const FIRST_HEIGHT_PX = 640;

interface TransactionGridProps {
  title: string;
  model: RegisterModel;
  controller: GridController;
  /** What stands in the middle of an empty list. */
  empty: ReactNode;
}

/** The grid "Transactions": one tab stop, arrows inside, lines drawn as they come into view. */
export function TransactionGrid({ title, model, controller, empty }: TransactionGridProps) {
  const root = useRef<HTMLDivElement>(null);
  const [list, setList] = useState<ListImperativeAPI | null>(null);
  const version = useVersion(model.list);
  const lineHeight = useLineHeight(model.columns.isNarrow);
  const rowProps = useMemo<LineProps>(() => ({ model, version }), [model, version]);
  const rowKey = useCallback((index: number, data: LineProps) => keyOf(index, data), []);
  const handlers = useMemo(() => gridHandlers(controller), [controller]);
  const anchor = useScrollAnchor(list, model.list, lineHeight, version);
  useLayoutEffect(() => {
    controller.root = root.current;
    controller.list = list;
    controller.update(model);
  });
  const showRange = useCallback(
    (visible: { startIndex: number; stopIndex: number }) => {
      controller.pageLines = Math.max(1, visible.stopIndex - visible.startIndex - 1);
      anchor(visible.startIndex);
      model.list.show(visible.startIndex, visible.stopIndex);
    },
    [controller, model.list, anchor],
  );
  const { lineCount } = model.list;
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
          <GridHeader onSelectAll={() => controller.selectAll()} />
          <List
            role="rowgroup"
            className={styles.body}
            listRef={setList}
            rowComponent={LineView}
            rowProps={rowProps}
            rowKey={rowKey}
            rowCount={lineCount}
            rowHeight={lineHeight}
            overscanCount={OVERSCAN_LINES}
            defaultHeight={FIRST_HEIGHT_PX}
            onRowsRendered={showRange}
          >
            <EditOverlay controller={controller} lineHeight={lineHeight} />
          </List>
          {lineCount === 0 && <div className={styles.empty}>{empty}</div>}
        </div>
      </RegisterModelContext>
    </GridStoreContext>
  );
}

function keyOf(index: number, { model }: LineProps): string {
  const line = model.list.line(index);
  if (line.kind === 'unknown') return String(index);
  return line.kind === 'child' ? line.row.id : line.entry.row.id;
}
