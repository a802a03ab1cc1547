/** Pointer and keyboard of the whole grid: one set of handlers, the cell found by its place. */
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { isMac } from '@/lib/keys/keys';
import { isEditable, NAME_COLUMN } from '../model/columns';
import type { GridController } from './GridController';
import { rowOf } from './gridModel';

/** The handlers of the grid's root. */
export function gridHandlers(controller: GridController) {
  return {
    onKeyDown: (event: KeyboardEvent) => pressKey(event, controller),
    onClick: (event: MouseEvent) => click(event, controller),
    onDoubleClick: (event: MouseEvent) => doubleClick(event, controller),
    onContextMenu: (event: MouseEvent) => contextMenu(event, controller),
    onFocus: (event: FocusEvent) => noteFocus(event, controller),
  };
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
  } else if (action === 'spent') {
    event.preventDefault();
    controller.showSpent(rowId, column);
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
