import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isEdited, startEditedField } from './editedField';
import { allShortcuts, dispatchKey, keyCaps, registerShortcuts, type Shortcut } from './keys';

let field: HTMLInputElement;
let stop: () => void = () => {};

beforeEach(() => {
  field = document.createElement('input');
  document.body.append(field);
});
afterEach(() => {
  stop();
  field.remove();
});

function press(
  key: string,
  init: KeyboardEventInit = {},
  target: Element = document.body,
  at?: number,
) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'target', { value: target });
  if (at !== undefined) Object.defineProperty(event, 'timeStamp', { value: at });
  dispatchKey(event);
  return event;
}

function shortcut(keys: string, more: Partial<Shortcut> = {}) {
  const run = vi.fn();
  stop = registerShortcuts([
    { id: keys, scope: 'global', keys: [keys], label: keys, run, ...more },
  ]);
  return run;
}

test('a shortcut runs and keeps the key from the browser', () => {
  const run = shortcut('Mod+O');
  expect(press('o', { ctrlKey: true }).defaultPrevented).toBe(true);
  expect(run).toHaveBeenCalledOnce();
});

test('one key after the other is a shortcut, unless another comes between or it takes too long', () => {
  const run = shortcut('G B');
  expect(press('g').defaultPrevented).toBe(true);
  expect(press('b').defaultPrevented).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
  press('b');
  press('g');
  press('x');
  press('b');
  press('g', {}, field);
  press('b', {}, field);
  expect(run).toHaveBeenCalledTimes(1);
  press('g', {}, document.body, 1000);
  press('b', {}, document.body, 9000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('Shift makes another shortcut of a letter', () => {
  const run = shortcut('Mod+Z');
  press('Z', { ctrlKey: true, shiftKey: true });
  expect(run).not.toHaveBeenCalled();
});

test('a sign is matched whatever it takes to type it', () => {
  const run = shortcut('?');
  press('?', { shiftKey: true });
  expect(run).toHaveBeenCalledOnce();
});

test('a single letter never acts inside a text field', () => {
  const run = shortcut('M', { inTextFields: true });
  press('m', {}, field);
  expect(run).not.toHaveBeenCalled();
  press('m');
  expect(run).toHaveBeenCalledOnce();
});

test('a letter typed in a menu or dialog is for that alone', () => {
  const run = shortcut('M');
  const menu = document.createElement('div');
  menu.setAttribute('role', 'menu');
  const item = menu.appendChild(document.createElement('div'));
  document.body.append(menu);
  press('m', {}, item);
  menu.remove();
  expect(run).not.toHaveBeenCalled();
});

test('no sign or letter acts while a dialog is open, wherever the focus is', () => {
  const run = vi.fn();
  stop = registerShortcuts(
    ['?', '0', 'Mod+Z'].map((keys) => ({
      id: keys,
      scope: 'global',
      keys: [keys],
      label: keys,
      run: () => run(keys),
    })),
  );
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  press('?');
  press('0');
  press('z', { ctrlKey: true });
  dialog.remove();
  expect(run.mock.calls).toEqual([['Mod+Z']]);
});

test('a shortcut that gives the key back leaves it to the browser', () => {
  shortcut('Mod+Z', { run: () => false, inTextFields: true });
  expect(press('z', { ctrlKey: true }, field).defaultPrevented).toBe(false);
});

test('the latest registration wins, and its removal brings the earlier one back', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const base = { scope: 'global' as const, keys: ['F6'], label: 'Go' };
  const stopFirst = registerShortcuts([{ ...base, id: 'a', run: first }]);
  const stopSecond = registerShortcuts([{ ...base, id: 'b', run: second }]);
  press('F6');
  stopSecond();
  press('F6');
  stopFirst();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  expect(allShortcuts()).toEqual([]);
});

test('a field counts as edited from its first input until it gets the focus anew', () => {
  stop = startEditedField();
  expect(isEdited(field)).toBe(false);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(isEdited(field)).toBe(true);
  field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  expect(isEdited(field)).toBe(false);
});

test('keys are shown one by one, the plus sign too', () => {
  expect(keyCaps('Mod+Shift+Z')).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(keyCaps('+')).toEqual(['+']);
  expect(keyCaps('Alt++')).toEqual(['Alt', '+']);
  expect(keyCaps('ContextMenu')).toEqual(['Menu']);
});
