/** Every shortcut of the app: one registry feeds the keyboard, the help dialog and tooltips. */

import { commonTexts } from '@/texts/common';

export type Scope = 'global' | 'manager' | 'budget' | 'register' | 'coming' | 'screen' | 'grid';

export interface Shortcut {
  id: string;
  scope: Scope;
  /**
   * 'Mod+Shift+Z', 'F6', '?', '['. Mod is Cmd on a Mac and Ctrl elsewhere. 'G B' is one key after
   * the other.
   */
  keys: readonly string[];
  label: string;
  /** Returning false lets the key go on to the browser. */
  run: (event: KeyboardEvent) => unknown;
  /** Also inside text fields. Keys without Mod, Alt or F-number never work there. */
  inTextFields?: boolean;
  /** Listed in help but handled by the grid or component itself. */
  helpOnly?: boolean;
  /** Means something only where the key is pressed, so that no list of commands offers it. */
  keyOnly?: boolean;
}

const registered = new Map<string, Shortcut>();
const watchers = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];

export const isMac =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

function publish(): void {
  snapshot = [...registered.values()];
  for (const watcher of [...watchers]) watcher();
}

/** Adds shortcuts while a screen is there; returns the function that removes them. */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  for (const shortcut of shortcuts) registered.set(shortcut.id, shortcut);
  publish();
  return () => {
    for (const shortcut of shortcuts) {
      if (registered.get(shortcut.id) === shortcut) registered.delete(shortcut.id);
    }
    publish();
  };
}

export function allShortcuts(): readonly Shortcut[] {
  return snapshot;
}

export function watchShortcuts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const NOT_TEXT = new Set(['button', 'checkbox', 'radio', 'range', 'submit', 'file', 'color']);

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target.isContentEditable === true;
}

/** Any digit. */
const DIGITS = '0–9';

/** Does an event press these keys? Shift is ignored for signs that need it, such as '?'. */
export function matches(keys: string, event: KeyboardEvent): boolean {
  // The last part may itself be the plus sign.
  const parts = keys.split(/\+(?!$)/);
  const last = parts.pop() ?? '';
  const key = last === 'Space' ? ' ' : last === DIGITS && /^\d$/.test(event.key) ? event.key : last;
  const wants = (name: string) => parts.includes(name);
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const otherMod = isMac ? event.ctrlKey : event.metaKey;
  if (wants('Mod') !== mod || (otherMod && !wants('Ctrl')) || wants('Alt') !== event.altKey) {
    return false;
  }
  const letter = /^[a-z]$/i.test(key);
  const isNamed = last.length > 1 && last !== DIGITS;
  if ((letter || isNamed || wants('Shift')) && wants('Shift') !== event.shiftKey) {
    return false;
  }
  return letter ? event.key.toLowerCase() === key.toLowerCase() : event.key === key;
}

/** A bare letter or sign, which must never act while text is being typed (WCAG 2.1.4). */
function isPlain(keys: string): boolean {
  if (keys.includes(' ')) return true;
  const key = keys.split('+').pop() ?? '';
  return key.length === 1 && !keys.includes('Mod+') && !keys.includes('Alt+');
}

/** While one of these is open, letters and signs are typed into it or choose one of its entries. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

function isOverlayOpen(): boolean {
  // A page that is itself a dialog, as the list of files is, is no overlay.
  return [...document.querySelectorAll(OVERLAYS)].some((overlay) => !overlay.closest('main'));
}

/** A key that begins a sequence waits this many milliseconds for the next one. */
const SEQUENCE_MS = 1500;

let begun: { key: string; at: number } | null = null;

/** The key that began a sequence just before, if any. */
function takeBegun(event: KeyboardEvent): string | null {
  const before = begun;
  begun = null;
  return before && event.timeStamp - before.at < SEQUENCE_MS ? before.key : null;
}

/** Whether an event presses these keys, `before` being the key that began a sequence. */
function completes(keys: string, before: string | null, event: KeyboardEvent): boolean {
  const [first = '', second] = keys.split(' ');
  return second === undefined ? matches(first, event) : before === first && matches(second, event);
}

/** Remembers a key with which some sequence begins. */
function begin(event: KeyboardEvent): boolean {
  const firsts = snapshot.flatMap(({ keys }) => keys.filter((it) => it.includes(' ')));
  const first = firsts.map((it) => it.split(' ')[0] ?? '').find((it) => matches(it, event));
  if (!first || isOverlayOpen()) return false;
  begun = { key: first, at: event.timeStamp };
  event.preventDefault();
  return true;
}

/** Runs the shortcut for an event; true when one ran. */
export function dispatchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  const inText = isTextField(event.target);
  const before = takeBegun(event);
  // The latest registration wins, so that a screen may override a global key.
  for (const shortcut of [...registered.values()].reverse()) {
    if (shortcut.helpOnly) continue;
    const keys = shortcut.keys.find((candidate) => completes(candidate, before, event));
    if (!keys || (isPlain(keys) && isOverlayOpen())) continue;
    if (inText && (isPlain(keys) || !shortcut.inTextFields)) continue;
    if (shortcut.run(event) === false) continue;
    event.preventDefault();
    return true;
  }
  return !inText && begin(event);
}

/** Starts listening on the window; returns the function that stops it. */
export function startKeys(): () => void {
  const listener = (event: KeyboardEvent) => void dispatchKey(event);
  window.addEventListener('keydown', listener);
  return () => window.removeEventListener('keydown', listener);
}

const MAC_SIGNS: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' };
const WORDS: Record<string, string> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ContextMenu: commonTexts.menuKey,
};

/** The parts of a shortcut as they stand on the keyboard, e.g. ['Ctrl', 'Z']. */
export function keyCaps(keys: string): string[] {
  // The last part may itself be the plus sign.
  return keys
    .split(/ |\+(?!$)/)
    .map((part) => (isMac ? MAC_SIGNS[part] : undefined) ?? WORDS[part] ?? part);
}
