import { create } from 'zustand';
import { getConnection, listen } from './backend';
import { CallError } from './callError';
import { answerOf, unanswered } from './http';

/** Whether this browser was let in by the password, rather than by the program's own address. */
export const useBrowserSession = create<{ byPassword: boolean }>(() => ({ byPassword: false }));

/** A signed-out browser leaves for the page that asks for the password. */
const leave = () => location.assign('/');

async function look(): Promise<void> {
  const response = await fetch('/api/session');
  if (response.status === 401) leave();
  else useBrowserSession.setState((await answerOf(response)) as { byPassword: boolean });
}

/** Ends the session of this browser; budgets stay where they are. */
export async function signBrowserOut(): Promise<void> {
  const response = await fetch('/sign-out', { method: 'POST' }).catch(unanswered);
  if (!response.ok) throw new CallError('internal');
  leave();
}

/**
 * Ends the access of every browser and device. This browser keeps its own if the program's address
 * let it in; one that signed in by password leaves too.
 */
export async function signOutEverywhere(): Promise<void> {
  const response = await fetch('/api/sign-out-everywhere', { method: 'POST' }).catch(unanswered);
  const { staysIn } = (await answerOf(response)) as { staysIn: boolean };
  if (!staysIn) leave();
  // The backend ends this socket with its next call; a new one opens with the new cookie.
  else getConnection().probe();
}

/** Follows how this browser is let in; a lost connection may be a session that has ended. */
export function startSession(): () => void {
  const ask = () => void look().catch(() => {});
  const stops = [
    listen('hello', ask),
    getConnection().state.subscribe(({ status }) => {
      if (status === 'lost') ask();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
