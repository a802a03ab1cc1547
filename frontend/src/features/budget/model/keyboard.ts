/**
 * What a key means in the grid while no editor is open (brief 6.3 and 20).
 * Pure: from the rows, the columns and the focused cell to one intent; it changes nothing.
 */
import type { BudgetType } from '@/generated/contract';
import {
  type ColumnId,
  type ColumnShape,
  columnsOf,
  isEditable,
  measureColumn,
  NAME_COLUMN,
  resolveColumn,
} from './columns';
import { type GridRow, isFocusable, isItem } from './rows';

export interface Position {
  rowId: string;
  column: ColumnId;
}

export interface GridShape extends ColumnShape {
  rows: readonly GridRow[];
  /** Rows that PageUp and PageDown move. */
  pageRows: number;
}

export interface Key {
  key: string;
  alt?: boolean;
  shift?: boolean;
  /** Ctrl, or Cmd on a Mac. */
  command?: boolean;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

export type Intent =
  | { type: 'focus'; position: Position }
  /** Open the amount editor: on the whole value, on typed text, or continuing the value. */
  | { type: 'edit'; start: 'select' | 'replace' | 'continue'; text: string }
  | { type: 'rename' }
  | { type: 'set-zero' }
  | { type: 'row-menu' }
  | { type: 'balance-menu' }
  | { type: 'show-spent' }
  | { type: 'add-group' }
  | { type: 'collapse'; collapsed: boolean }
  | { type: 'collapse-all'; collapsed: boolean }
  | { type: 'move'; direction: Direction };

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** The intent of a key, or null when the grid leaves it to the browser. */
export function intentOf(key: Key, at: Position, shape: GridShape): Intent | null {
  const row = shape.rows.find((candidate) => candidate.id === at.rowId);
  if (!row) return null;
  const direction = DIRECTIONS[key.key];
  if (direction && key.alt && key.shift) {
    return isItem(row) ? { type: 'move', direction } : null;
  }
  const column = resolveColumn(row, at.column, shape);
  if (key.alt) return key.key === 'ArrowDown' ? menuIntent(row, column) : null;
  if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shift)) {
    return isItem(row) ? { type: 'row-menu' } : null;
  }
  if (direction && key.command) {
    if (direction === 'left' || direction === 'right') return null;
    return { type: 'collapse-all', collapsed: direction === 'up' };
  }
  return (
    movement(key, direction, { rowId: row.id, column }, at.column, shape) ??
    (key.command ? null : cellIntent(key, row, column, shape.type))
  );
}

function movement(
  key: Key,
  direction: Direction | undefined,
  at: Position,
  wanted: ColumnId,
  shape: GridShape,
): Intent | null {
  const index = shape.rows.findIndex((row) => row.id === at.rowId);
  const row = shape.rows[index];
  if (!row) return null;
  const columns = columnsOf(row, shape);
  if (direction === 'left' || direction === 'right') {
    if (row.kind === 'group' && at.column === NAME_COLUMN) {
      const collapse = direction === 'left';
      if (row.collapsed !== collapse) return { type: 'collapse', collapsed: collapse };
    }
    const step = direction === 'left' ? -1 : 1;
    const next = columns[columns.indexOf(at.column) + step];
    return next ? focus(row.id, next) : null;
  }
  if (direction) return focusRow(shape.rows, index, direction === 'up' ? -1 : 1, 1, wanted);
  const last = columns.at(-1) ?? NAME_COLUMN;
  switch (key.key) {
    case 'Home':
      return key.command ? edge(shape, 'first') : focus(row.id, NAME_COLUMN);
    case 'End':
      return key.command ? edge(shape, 'last') : focus(row.id, last);
    case 'PageUp':
      return focusRow(shape.rows, index, -1, shape.pageRows, wanted);
    case 'PageDown':
      return focusRow(shape.rows, index, 1, shape.pageRows, wanted);
    default:
      return null;
  }
}

function cellIntent(key: Key, row: GridRow, column: ColumnId, type: BudgetType): Intent | null {
  if (row.kind === 'add-group') {
    return key.key === 'Enter' || key.key === ' ' ? { type: 'add-group' } : null;
  }
  if (column === NAME_COLUMN) {
    if (key.key === 'F2') return { type: 'rename' };
    return key.key === 'Enter' ? { type: 'row-menu' } : null;
  }
  if (measureColumn(column)?.measure === 'balance' && row.kind === 'category') {
    return key.key === 'Enter' || key.key === ' ' ? { type: 'balance-menu' } : null;
  }
  if (measureColumn(column)?.measure === 'spent' && row.kind === 'category') {
    return key.key === 'Enter' ? { type: 'show-spent' } : null;
  }
  return isEditable(row, column, type) ? editIntent(key) : null;
}

/** The menu of what the focused cell is about. */
function menuIntent(row: GridRow, column: ColumnId): Intent | null {
  const isBalance = row.kind === 'category' && measureColumn(column)?.measure === 'balance';
  if (isBalance) return { type: 'balance-menu' };
  return isItem(row) ? { type: 'row-menu' } : null;
}

function editIntent({ key }: Key): Intent | null {
  if (key === 'Enter' || key === 'F2') return { type: 'edit', start: 'select', text: '' };
  if (key === 'Delete') return { type: 'set-zero' };
  if (key === '+' || key === '-') return { type: 'edit', start: 'continue', text: key };
  if (/^[0-9.,(]$/.test(key)) return { type: 'edit', start: 'replace', text: key };
  return null;
}

/** Moves `count` focusable rows in one direction, stopping at the last one there is. */
function focusRow(
  rows: readonly GridRow[],
  from: number,
  step: 1 | -1,
  count: number,
  column: ColumnId,
): Intent | null {
  let left = count;
  let target: GridRow | null = null;
  for (let index = from + step; index >= 0 && index < rows.length && left > 0; index += step) {
    const row = rows[index];
    if (!row || !isFocusable(row)) continue;
    target = row;
    left -= 1;
  }
  return target ? focus(target.id, column) : null;
}

function edge(shape: GridShape, side: 'first' | 'last'): Intent | null {
  const rows = shape.rows.filter(isFocusable);
  const row = side === 'first' ? rows[0] : rows.at(-1);
  if (!row) return null;
  const columns = columnsOf(row, shape);
  return focus(row.id, (side === 'first' ? columns[0] : columns.at(-1)) ?? NAME_COLUMN);
}

function focus(rowId: string, column: ColumnId): Intent {
  return { type: 'focus', position: { rowId, column } };
}

/** Where Enter, Shift+Enter, Tab and Shift+Tab go from an amount that was just committed. */
export type Advance = 'down' | 'up' | 'next' | 'previous';

/**
 * The next Budgeted cell. Down and up stay in the column; next and previous go on into the
 * neighbouring month. Null at the end: the focus then stays where it is.
 */
export function nextBudgeted(at: Position, advance: Advance, shape: GridShape): Position | null {
  const month = measureColumn(at.column)?.month;
  if (!month) return null;
  const step = advance === 'down' || advance === 'next' ? 1 : -1;
  const editable = shape.rows.filter((row) => isEditable(row, at.column, shape.type));
  const from = editable.findIndex((row) => row.id === at.rowId);
  const beside = editable[from + step];
  if (from >= 0 && beside) return { rowId: beside.id, column: at.column };
  if (advance === 'down' || advance === 'up') return null;
  const neighbour = shape.months[shape.months.indexOf(month) + step];
  const entry = step === 1 ? editable[0] : editable.at(-1);
  if (!neighbour || !entry) return null;
  return { rowId: entry.id, column: `budgeted|${neighbour}` };
}
