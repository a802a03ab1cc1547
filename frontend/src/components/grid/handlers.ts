/** Pointer and keyboard of a whole grid: one set of handlers, the cell found by its place. */
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { isMac, isTextField } from '@/lib/keys/keys';
import type { AnyGrid } from './GridController';
import type { Place } from './gridStore';

/** The handlers of the grid's root. */
export function gridHandlers(grid: AnyGrid) {
  return {
    onKeyDown: (event: KeyboardEvent) => pressKey(event, grid),
    onClick: (event: MouseEvent) => click(event, grid),
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (place && !buttonOf(event.target)) grid.doublePress(place);
    },
    onContextMenu: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (!place || isTextField(event.target)) return;
      event.preventDefault();
      grid.act('row-menu', place);
    },
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event.target);
      if (place) grid.noteFocus(place);
    },
  };
}

export function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof Element)) return null;
  const rowId = target.closest('[data-row-id]')?.getAttribute('data-row-id');
  const column = target.closest('[data-col]')?.getAttribute('data-col');
  return rowId && column ? { rowId, column } : null;
}

/** The foot has keys of its own, and those on a button of the head mean no row either. */
function isBesideRows(target: EventTarget): boolean {
  const beside = '[data-grid-foot], [role=columnheader] button';
  return target instanceof Element && target.closest(beside) !== null;
}

function buttonOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-action]') : null;
}

function pressKey(event: KeyboardEvent, grid: AnyGrid): void {
  if (event.defaultPrevented || event.nativeEvent.isComposing || isBesideRows(event.target)) return;
  const isHandled = isTextField(event.target)
    ? grid.keyInEditor(event.nativeEvent)
    : pressOnCell(event, grid) || wouldSelectPage(event);
  if (!isHandled) return;
  event.preventDefault();
  event.stopPropagation();
}

function pressOnCell(event: KeyboardEvent, grid: AnyGrid): boolean {
  const { focus } = grid.store.getState();
  // The grid holds the keyboard for a cell out of view; the key means that cell.
  const isOnGrid = event.target === event.currentTarget;
  if (isOnGrid && focus && event.key !== 'Tab') grid.focus({ ...focus, column: focus.wanted });
  return grid.key(event.nativeEvent);
}

/** A grid without a selection of its own leaves the text of the page unselected, too. */
function wouldSelectPage({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'a' && (isMac ? metaKey : ctrlKey) && !shiftKey && !altKey;
}

function click(event: MouseEvent, grid: AnyGrid): void {
  const place = placeOf(event.target);
  if (!place || !(event.target instanceof Element)) return;
  const button = buttonOf(event.target);
  if (button) {
    if (button instanceof HTMLAnchorElement) event.preventDefault();
    grid.act(button.getAttribute('data-action') ?? '', place, button);
    return;
  }
  if (isTextField(event.target)) return;
  const command = isMac ? event.metaKey : event.ctrlKey;
  grid.press(place, { target: event.target, shift: event.shiftKey, command });
}
