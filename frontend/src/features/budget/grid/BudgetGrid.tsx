import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { List, type ListImperativeAPI } from 'react-window';
import { isMac } from '@/lib/keys/keys';
import { isEditable, NAME_COLUMN } from '../model/columns';
import { BalanceMenu } from './BalanceMenu';
import { DropLine } from './DropLine';
import { EditorOverlay } from './EditorOverlay';
import type { GridController } from './GridController';
import { GridHeader } from './GridHeader';
import { type GridRowProps, GridRowView } from './GridRowView';
import { type GridModel, GridModelContext, rowOf } from './gridModel';
import { GridStoreContext } from './gridStore';
import { ItemMenu } from './ItemMenu';
import { ItemNote } from './ItemNote';
import { keepFocus } from './keepFocus';
import styles from './rows.module.css';
import { StickyGroup } from './StickyGroup';
import { useForeignFlash } from './useForeignFlash';
import { useRowDrag } from './useRowDrag';
import { useRowHeight } from './useRowHeight';

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
  const { store } = controller;
  const root = useRef<HTMLDivElement>(null);
  const [list, setList] = useState<ListImperativeAPI | null>(null);
  const rowHeight = useRowHeight(model.isTouch);
  const rowProps = useMemo<GridRowProps>(() => ({ model }), [model]);
  const rowKey = useCallback((index: number, data: GridRowProps) => keyOf(index, data), []);
  const drag = useRowDrag(controller, rowHeight);
  useForeignFlash(root);

  useLayoutEffect(() => {
    controller.root = root.current;
    controller.list = list;
    controller.update(model);
  }, [controller, list, model]);
  useEffect(() => keepFocus(root.current, controller), [controller]);

  const showRange = useCallback(
    (visible: { startIndex: number; stopIndex: number }) => {
      controller.pageRows = Math.max(1, visible.stopIndex - visible.startIndex - 1);
      store.setState({ firstVisible: visible.startIndex });
    },
    [controller, store],
  );

  const columns = model.months.length * model.measures.length;
  return (
    <GridStoreContext value={store}>
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
          style={{ '--columns': columns } as CSSProperties}
          onKeyDown={(event) => pressKey(event, controller)}
          onClick={(event) => click(event, controller)}
          onDoubleClick={(event) => doubleClick(event, controller)}
          onContextMenu={(event) => contextMenu(event, controller)}
          onFocus={(event) => noteFocus(event, controller)}
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

function keyOf(index: number, { model }: GridRowProps): string {
  return model.rows[index]?.id ?? String(index);
}

function placeOf(target: EventTarget | null) {
  if (!(target instanceof Element)) return null;
  const rowId = target.closest('[data-row-id]')?.getAttribute('data-row-id');
  const column = target.closest('[data-col]')?.getAttribute('data-col');
  return rowId && column ? { rowId, column } : null;
}

function noteFocus(event: FocusEvent, controller: GridController): void {
  const place = placeOf(event.target);
  if (place) controller.noteFocus(place);
}

function pressKey(event: KeyboardEvent, controller: GridController): void {
  const inField = event.target instanceof HTMLInputElement;
  if (event.defaultPrevented || inField || event.nativeEvent.isComposing) return;
  const key = {
    key: event.key,
    alt: event.altKey,
    shift: event.shiftKey,
    command: isMac ? event.metaKey : event.ctrlKey,
  };
  const { focus } = controller.store.getState();
  const isRemembered = event.target === event.currentTarget;
  if (isRemembered && focus && key.key !== 'Tab')
    controller.focus({ ...focus, column: focus.wanted });
  if (!controller.press(key)) return;
  event.preventDefault();
  event.stopPropagation();
}

function click(event: MouseEvent, controller: GridController): void {
  const place = placeOf(event.target);
  if (!place || !(event.target instanceof Element)) return;
  const { rowId, column } = place;
  const button = event.target.closest('[data-action]');
  const action = button?.getAttribute('data-action');
  const row = rowOf(controller.model, rowId);
  if (action === 'toggle') {
    if (row?.kind === 'group') controller.collapse(row.id, !row.collapsed);
  } else if (action === 'add-group') controller.addGroup();
  else if (button && (action === 'item' || action === 'note' || action === 'balance')) {
    controller.openMenu(action, rowId, column, button);
  } else if (isEditable(row, column, controller.model.type)) controller.edit(place, 'select', '');
  else if (controller.model.isTouch && column === NAME_COLUMN) {
    controller.openMenu('item', rowId, column);
  }
}

function doubleClick(event: MouseEvent, controller: GridController): void {
  const place = placeOf(event.target);
  const onButton = event.target instanceof Element && event.target.closest('[data-action]');
  if (place?.column === NAME_COLUMN && !onButton) controller.rename(place.rowId);
}

function contextMenu(event: MouseEvent, controller: GridController): void {
  const place = placeOf(event.target);
  if (!place) return;
  event.preventDefault();
  controller.openMenu('item', place.rowId, NAME_COLUMN);
}
