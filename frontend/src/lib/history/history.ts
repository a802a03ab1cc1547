import { create } from 'zustand';
import type { Calls, HistoryStep } from '@/generated/contract';
import { listen, send, session } from '@/lib/connection/backend';
import { CallError } from '@/lib/connection/callError';

type UndoOutcome = NonNullable<Calls['undo']['result']>;

/** Presses closer together than this count once. */
export const UNDO_DEBOUNCE_MS = 100;

interface History {
  undo: HistoryStep | null;
  redo: HistoryStep | null;
  /** A step of this tab is pending: undo takes it back next. */
  isAhead: boolean;
}

/** The next undo and redo steps; pushed by the backend. */
export const useHistory = create<History>(() => ({ undo: null, redo: null, isAhead: false }));

/** Forgets the steps before another budget is opened, which pushes its own. */
export function clearHistory(): void {
  useHistory.setState({ undo: null, redo: null, isAhead: false });
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

/** How a step is taken back or done again. */
interface Travel {
  /** Only a step of this tab. */
  onlyOwn?: boolean;
  /** Only the step of that number. */
  step?: number;
  /** Whether somebody pressed for it just now. */
  isPress?: boolean;
}

/**
 * Undoes or redoes one step; the outcome is null if there was none. Null at once, without a
 * request, if the press came within 100 ms of the last one.
 */
export function travel(
  way: 'undo' | 'redo',
  { onlyOwn = false, isPress = true, step }: Travel = {},
): Promise<UndoOutcome | null> | null {
  const now = performance.now();
  if (isPress && now - lastPress < UNDO_DEBOUNCE_MS) return null;
  lastPress = now;
  const meant = step === undefined ? {} : { step };
  return way === 'undo' && onlyOwn ? send('undo', { onlyOwn }) : send(way, meant);
}

/** The step found in place of the expected one, if a call was rejected for that. */
export function anotherStep(error: unknown): HistoryStep | null {
  if (!(error instanceof CallError) || error.code !== 'another-step') return null;
  return (error.meta as { step: HistoryStep }).step;
}

/** No step of this tab is on its way: what was sent has changed nothing. */
export function nothingAhead(): void {
  useHistory.setState({ isAhead: false });
}

export function startHistory(): () => void {
  const stops = [
    listen('hello', (hello) => rememberSession(hello.session)),
    listen('history', ({ undo, redo }) => useHistory.setState({ undo, redo, isAhead: false })),
    listen('step', ({ refused }) => useHistory.setState({ isAhead: !refused })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
