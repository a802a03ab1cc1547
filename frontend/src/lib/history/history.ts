import { create } from 'zustand';
import type { Calls, HistoryStep } from '@/generated/contract';
import { listen, send, session } from '@/lib/connection/backend';

type UndoOutcome = NonNullable<Calls['undo']['result']>;

/** Presses closer together than this count once (spec/1 section 9). */
export const UNDO_DEBOUNCE_MS = 100;

interface History {
  undo: HistoryStep | null;
  redo: HistoryStep | null;
  /** A step of this tab is on its way and not told of yet: it is what undo takes back next. */
  isAhead: boolean;
}

/** What the next undo and redo would do; pushed by the backend. */
export const history = create<History>(() => ({ undo: null, redo: null, isAhead: false }));

/** Forgets the steps of a budget before another one is opened, which tells its own. */
export function clearHistory(): void {
  history.setState({ undo: null, redo: null, isAhead: false });
}

const SESSIONS_KEY = 'sobre.sessions';

/** Session ids this tab has had: a reload or a reconnect may bring a new one. */
function ownSessions(): string[] {
  try {
    return (sessionStorage.getItem(SESSIONS_KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

function rememberSession(id: string): void {
  try {
    const recent = [...new Set([...ownSessions(), id])].slice(-20);
    sessionStorage.setItem(SESSIONS_KEY, recent.join(' '));
  } catch {
    // Without storage, steps from before a reload count as made in another tab.
  }
}

/** Was a step made in another tab? Such a step is named before it is taken back. */
export function isForeign(step: HistoryStep): boolean {
  if (step.session === null) return false;
  return step.session !== session() && !ownSessions().includes(step.session);
}

let lastPress = Number.NEGATIVE_INFINITY;

/**
 * Undoes or redoes one step; null when there is none, or when the press came within 100 ms of
 * the one before.
 */
export async function travel(
  way: 'undo' | 'redo',
  now = performance.now(),
): Promise<UndoOutcome | null> {
  if (now - lastPress < UNDO_DEBOUNCE_MS) return null;
  lastPress = now;
  return send(way, {});
}

export function startHistory(): () => void {
  const stops = [
    listen('hello', (hello) => rememberSession(hello.session)),
    listen('history', ({ undo, redo }) => history.setState({ undo, redo, isAhead: false })),
    listen('step', ({ refused }) => history.setState({ isAhead: !refused })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
