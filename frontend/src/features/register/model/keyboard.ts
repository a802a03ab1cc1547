/** What the keys of the grid mean while nothing is edited (ui-brief 7.2, 7.6 and 20). */
import type { ColumnId } from './columns';
import { EDITABLE } from './editable';

export interface Key {
  key: string;
  alt: boolean;
  shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  command: boolean;
}

/** Steps are in lines; 'edge' is the first or last line. */
export type Intent =
  | { type: 'move'; lines: number | 'first' | 'last'; column: ColumnId | null; extend: boolean }
  | { type: 'edit'; startText: string | undefined }
  | { type: 'clear' }
  | { type: 'select'; extend: boolean }
  | { type: 'select-all' }
  | { type: 'select-none' }
  | { type: 'fold'; expanded: boolean }
  | { type: 'menu' }
  | { type: 'add-part' }
  | { type: 'remove-part' };

interface Where {
  column: ColumnId;
  columns: readonly ColumnId[];
  pageLines: number;
  /** The focused row is a split that can be folded. */
  canFold: boolean;
  /** Space and L tick off what the bank has too (ui-brief 8). */
  isReconciling: boolean;
}

export function intentOf(key: Key, where: Where): Intent | null {
  return moveOf(key, where) ?? tickOf(key, where) ?? selectOf(key) ?? editOf(key, where);
}

function moveOf({ key, alt, shift, command }: Key, where: Where): Intent | null {
  if (alt) return null;
  const { column, columns, pageLines } = where;
  const move = (lines: number | 'first' | 'last', to: ColumnId | null = null): Intent => ({
    type: 'move',
    lines,
    column: to,
    extend: shift,
  });
  const beside = (step: number) => {
    const at = columns.indexOf(column) + step;
    return move(0, columns[Math.max(0, Math.min(columns.length - 1, at))] ?? column);
  };
  if (command) {
    if (key === 'Home') return move('first');
    if (key === 'End') return move('last');
    return null;
  }
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return move(1);
    case 'ArrowUp':
    case 'k':
      return move(-1);
    case 'PageDown':
      return move(pageLines);
    case 'PageUp':
      return move(-pageLines);
    case 'ArrowLeft':
      return beside(-1);
    case 'ArrowRight':
      return beside(1);
    case 'Home':
      return move(0, columns[0] ?? column);
    case 'End':
      return move(0, columns.at(-1) ?? column);
    default:
      return null;
  }
}

function tickOf({ key, alt, shift, command }: Key, { isReconciling }: Where): Intent | null {
  if (!isReconciling || alt || shift || command) return null;
  return key === ' ' || key === 'l' ? { type: 'clear' } : null;
}

function selectOf({ key, alt, shift, command }: Key): Intent | null {
  if (alt) return null;
  if (command) return key.toLowerCase() === 'a' ? { type: 'select-all' } : null;
  if (key === ' ' || key === 'x') return { type: 'select', extend: shift };
  return key === 'Escape' ? { type: 'select-none' } : null;
}

/** Letters are commands, so that only what begins a date or an amount starts an edit by itself. */
function editOf(pressed: Key, { column, canFold }: Where): Intent | null {
  const { key, alt, shift, command } = pressed;
  if (key === 'ContextMenu' || (shift && key === 'F10')) return { type: 'menu' };
  if (alt && key === 'Enter') return { type: 'add-part' };
  if (command && key === 'Backspace') return { type: 'remove-part' };
  if (alt || command) return null;
  if (key === 'Enter' || key === 'F2') {
    if (column === 'cleared') return { type: 'clear' };
    if (column === 'select') return { type: 'select', extend: false };
    if (column === 'category' && canFold) return { type: 'fold', expanded: true };
    return EDITABLE.has(column) ? { type: 'edit', startText: undefined } : null;
  }
  const typed = /^[0-9.,]$/.test(key);
  return typed && EDITABLE.has(column) ? { type: 'edit', startText: key } : null;
}
