import { useStore } from 'zustand';
import type { Calls, Events } from '@/generated/contract';
import {
  type CallName,
  Connection,
  type ConnectionState,
  type LocalEvents,
  type SendOptions,
  type Socket,
} from './connection';

function openBrowserSocket(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/ws`) as unknown as Socket;
}

/** The one connection of this tab. Features wrap `send` in their `api.ts`. */
let connection = new Connection(openBrowserSocket);

/** Puts another connection in place; for tests and for the in-browser demonstration. @internal */
export function setConnection(other: Connection): void {
  connection.stop();
  connection = other;
}

export function getConnection(): Connection {
  return connection;
}

let tagger: (() => string) | null = null;

/** Makes the tag of every step that is sent with a name, so that undo finds its place again. */
export function setTagger(make: (() => string) | null): void {
  tagger = make;
}

/** Sends a named call and returns its result; rejects with a `CallError`. */
export function send<N extends CallName>(
  name: N,
  args: Calls[N]['args'],
  options?: SendOptions,
): Promise<Calls[N]['result']> {
  const isTagged = !options?.step || options.tag || !tagger;
  return connection.send(name, args, isTagged ? options : { ...options, tag: tagger?.() ?? '' });
}

/** Listens to a pushed event; returns the function that stops listening. */
export function listen<E extends keyof (Events & LocalEvents)>(
  event: E,
  listener: (data: (Events & LocalEvents)[E]) => void,
): () => void {
  return connection.listen(event, listener);
}

/** Subscribes a component to a part of the connection's state. */
export function useConnection<T>(select: (state: ConnectionState) => T): T {
  return useStore(connection.state, select);
}

/** Session id of this tab, or null before the first greeting. */
export function session(): string | null {
  return connection.state.getState().session;
}
