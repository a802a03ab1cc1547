/** Pointer and keyboard of the whole grid: one set of handlers, the cell found by its place. */
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { isMac, isTextField } from '@/lib/keys/keys';
import type { ColumnId } from '../model/columns';
import type { GridController } from './GridController';
import type { CellPlace } from './gridStore';

/** The handlers of the grid's root. */
export function gridHandlers(controller: GridController) {
  return {
    onKeyDown: (event: KeyboardEvent) => pressKey(event, controller),
    onClick: (event: MouseEvent) => click(event, controller),
    onContextMenu: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (!place || isTextField(event.target)) return;
      event.preventDefault();
      controller.openMenu(place);
    },
    onBlur: () => {
      controller.hasKeyboard = false;
    },
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event.target);
      controller.hasKeyboard = place !== null;
      if (place) controller.noteFocus(place);
    },
  };
}

function placeOf(target: EventTarget | null): CellPlace | null {
  if (!(target instanceof Element)) return null;
  const rowId = target.closest('[data-row-id]')?.getAttribute('data-row-id');
  const column = target.closest('[data-col]')?.getAttribute('data-col');
  return rowId && column ? { rowId, column: column as ColumnId } : null;
}

function pressKey(event: KeyboardEvent, controller: GridController): void {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (isTextField(event.target)) {
    pressInField(event, controller);
    return;
  }
  const key = {
    key: event.key,
    alt: event.altKey,
    shift: event.shiftKey,
    command: isMac ? event.metaKey : event.ctrlKey,
  };
  if (!controller.press(key)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The keys of a split that also work while one of its parts is typed into. */
function pressInField(event: KeyboardEvent, controller: GridController): void {
  const rowId = controller.store.getState().edit?.rowId;
  const entry = controller.model.list.entry(rowId ?? '');
  if (!rowId || !entry?.row.is_parent) return;
  const command = isMac ? event.metaKey : event.ctrlKey;
  if (event.altKey && event.key === 'Enter') controller.splitting.addAfterEdit(entry.row.id);
  else if (command && event.key === 'Backspace') void controller.splitting.remove(rowId);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function click(event: MouseEvent, controller: GridController): void {
  const place = placeOf(event.target);
  if (!place || !(event.target instanceof Element)) return;
  const row = controller.model.list.row(place.rowId);
  const action = event.target.closest('[data-action]')?.getAttribute('data-action');
  if (place.column === 'select') controller.toggleSelected(place.rowId, event.shiftKey);
  else if (!row || isTextField(event.target)) return;
  else if (action === 'fold') controller.toggleFold(row);
  else if (action === 'clear') controller.editing.toggleCleared(row);
  else if (!event.shiftKey && !(isMac ? event.metaKey : event.ctrlKey)) {
    controller.editing.open(place, { byPointer: true });
  } else controller.toggleSelected(place.rowId, event.shiftKey);
}
