import { create, type StoreApi, type UseBoundStore } from 'zustand';
import {
  ARGUMENT_BYTES,
  type Calls,
  type Events,
  LANES,
  type StepName,
} from '@/generated/contract';
import { noticesTexts } from '@/texts/notices';
import { CallError } from './callError';

export type CallName = keyof Calls;

/** Waits before the next try, in milliseconds; the last one repeats. */
export const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 5000] as const;
/** A write that could not be sent for this long is given up. */
export const WRITE_PATIENCE_MS = 10_000;

/** With calls pending, a backend that is silent for this long is probed. */
export const SILENCE_MS = 10_000;
/** How long it may take to give one. */
export const PROBE_MS = 5_000;

/** The part of a browser WebSocket that is used; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export interface SendOptions {
  /** Names the undo step. */
  step?: StepName;
  /** Groups several writes into one undo step. */
  tag?: string;
}

export interface ConnectionState {
  status: 'connecting' | 'open' | 'lost';
  /** Since when the connection is away, by the clock of the page; null while it is open. */
  awaySince: number | null;
  /** Id of this tab on the backend; compares with the `origin` of events. */
  session: string | null;
  serverVersion: string | null;
  today: string | null;
}

/** Events the tab emits about the connection; they are not frames of the wire. */
export interface LocalEvents {
  /** Missed changes could not be replayed: whatever is shown must be loaded again. */
  reload: Record<string, never>;
  /** A write that makes a step of undo was sent, or was refused and makes none. */
  step: { refused: boolean };
}
type AllEvents = Events & LocalEvents;
type Listener<E extends keyof AllEvents> = (data: AllEvents[E]) => void;

interface Pending {
  id: number;
  name: CallName;
  frame: string;
  read: boolean;
  sent: boolean;
  retried: boolean;
  resolve: (value: never) => void;
  reject: (error: CallError) => void;
  timer?: ReturnType<typeof setTimeout>;
}

/** A call that changes nothing, so that sending it twice is harmless. */
function isRead(name: CallName): boolean {
  return LANES[name] === 'query' || LANES[name] === 'lookup';
}

const TOO_LARGE = noticesTexts.tooMuchAtOnce;

/** A character has three bytes at most. */
function isTooLarge(frame: string): boolean {
  if (frame.length * 3 <= ARGUMENT_BYTES) return false;
  return new TextEncoder().encode(frame).length > ARGUMENT_BYTES;
}

/** One socket to the backend: calls and responses, pushed events, reconnecting. */
export class Connection {
  readonly state: UseBoundStore<StoreApi<ConnectionState>> = create<ConnectionState>(() => ({
    status: 'connecting',
    awaySince: performance.now(),
    session: null,
    serverVersion: null,
    today: null,
  }));

  private readonly openSocket: () => Socket;
  private socket: Socket | null = null;
  private ready = false;
  private closed = false;
  private attempt = 0;
  private nextId = 1;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, Set<(data: never) => void>>();
  private budget: { id: string; revision: number } | null = null;

  constructor(openSocket: () => Socket) {
    this.openSocket = openSocket;
  }

  start(): void {
    if (!this.socket && !this.closed) this.connect();
  }

  stop(): void {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.silence);
    this.socket?.close();
    this.failAll();
  }

  /** Tries at once instead of waiting for the next turn. */
  retryNow(): void {
    if (this.socket || this.closed) return;
    clearTimeout(this.retryTimer);
    this.connect();
  }

  send<N extends CallName>(
    name: N,
    args: Calls[N]['args'],
    options: SendOptions = {},
  ): Promise<Calls[N]['result']> {
    const id = this.nextId++;
    const { step, tag } = options;
    const undo = step || tag ? { undo: { name: step, tag } } : {};
    const frame = JSON.stringify({ id, name, args, ...undo });
    // The backend would end the connection, and nobody would know why.
    if (isTooLarge(frame)) return Promise.reject(new CallError('too-many-rows', TOO_LARGE));
    if (options.step) this.emit('step', { refused: false });
    return new Promise<Calls[N]['result']>((resolve, reject) => {
      const entry: Pending = {
        id,
        name,
        frame,
        read: isRead(name),
        sent: false,
        retried: false,
        resolve: resolve as (value: never) => void,
        reject,
      };
      this.pending.set(id, entry);
      if (this.ready) this.transmit(entry);
      else if (!entry.read) entry.timer = setTimeout(() => this.fail(entry), WRITE_PATIENCE_MS);
    }).then(
      (result) => {
        this.remember(name, result);
        return result;
      },
      (error: unknown) => {
        if (options.step) this.emit('step', { refused: true });
        throw error;
      },
    );
  }

  /** Calls `listener` on every pushed event of that name; returns the way to stop. */
  listen<E extends keyof AllEvents>(event: E, listener: Listener<E>): () => void {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set);
    set.add(listener as (data: never) => void);
    return () => set.delete(listener as (data: never) => void);
  }

  private connect(): void {
    const socket = this.openSocket();
    this.socket = socket;
    socket.onmessage = (event) => {
      this.receive(JSON.parse(event.data));
      this.watch();
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  /**
   * Probes the connection. A lost network can go unnoticed for minutes, in which an unsaved amount
   * would look saved; without a response the tab reconnects.
   */
  probe(): void {
    const { socket } = this;
    if (!socket || !this.ready) return;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (this.socket !== socket) return;
      socket.close();
      this.lose();
    }, PROBE_MS);
    socket.send(JSON.stringify({ id: this.nextId++, name: 'load-global-prefs', args: {} }));
  }

  /**
   * Every frame shows that the connection is live; waits for the next one while calls are pending.
   */
  private watch(): void {
    clearTimeout(this.silence);
    const isAwaited = [...this.pending.values()].some(({ sent }) => sent);
    this.silence = isAwaited ? setTimeout(() => this.probe(), SILENCE_MS) : undefined;
  }

  private lose(): void {
    this.socket = null;
    this.ready = false;
    clearTimeout(this.silence);
    this.silence = undefined;
    if (this.closed) return;
    this.state.setState(({ awaySince }) => ({
      status: 'lost',
      awaySince: awaySince ?? performance.now(),
    }));
    for (const entry of [...this.pending.values()]) {
      if (!entry.sent) continue;
      // The fate of a write that was under way is unknown: sending it again could do it twice.
      if (!entry.read || entry.retried) this.fail(entry);
      else Object.assign(entry, { sent: false, retried: true });
    }
    const last = RECONNECT_DELAYS_MS.length - 1;
    const delay = RECONNECT_DELAYS_MS[Math.min(this.attempt, last)];
    this.attempt += 1;
    this.retryTimer = setTimeout(() => this.connect(), delay);
  }

  private receive(frame: {
    id?: number;
    result?: unknown;
    error?: { code: string; message?: string; meta?: unknown };
    event?: string;
    data?: unknown;
  }): void {
    if (frame.event !== undefined) {
      if (frame.event === 'hello') this.greet(frame.data as Events['hello']);
      if (frame.event === 'today-changed') {
        this.state.setState({ today: (frame.data as Events['today-changed']).today });
      }
      if (frame.event === 'sync-event') this.follow(frame.data as Events['sync-event']);
      this.emit(frame.event, frame.data);
      return;
    }
    const entry = frame.id === undefined ? undefined : this.pending.get(frame.id);
    if (!entry) return;
    this.settle(entry);
    if (frame.error) {
      entry.reject(new CallError(frame.error.code, frame.error.message, frame.error.meta));
    } else entry.resolve(frame.result as never);
  }

  private greet(hello: Events['hello']): void {
    this.attempt = 0;
    this.state.setState({
      session: hello.session,
      serverVersion: hello.version,
      today: hello.today,
    });
    if (this.budget) this.resume(this.budget);
    else this.open();
  }

  /** Binds the new socket to the budget of the lost one before anything else is sent. */
  private resume(budget: { id: string; revision: number }): void {
    const id = this.nextId++;
    const entry: Pending = {
      id,
      name: 'resume-budget',
      frame: JSON.stringify({ id, name: 'resume-budget', args: { ...budget } }),
      read: true,
      sent: false,
      retried: true,
      resolve: (result: Calls['resume-budget']['result']) => {
        this.advance(result.revision);
        this.open();
        if (!result.caughtUp) this.emit('reload', {});
      },
      reject: (error: CallError) => {
        if (error.code === 'network-failure') return;
        this.budget = null;
        this.open();
        this.emit('budget-closed', { id: budget.id, message: error.message });
      },
    };
    this.pending.set(id, entry);
    this.transmit(entry);
  }

  private open(): void {
    this.ready = true;
    this.state.setState({ status: 'open', awaySince: null });
    for (const entry of [...this.pending.values()]) if (!entry.sent) this.transmit(entry);
  }

  private transmit(entry: Pending): void {
    clearTimeout(entry.timer);
    entry.sent = true;
    this.socket?.send(entry.frame);
    if (!this.silence) this.watch();
  }

  private remember<N extends CallName>(name: N, result: Calls[N]['result']): void {
    if (name === 'load-budget') {
      const { id, revision } = result as Calls['load-budget']['result'];
      this.budget = { id, revision };
    }
    if (name === 'close-budget') this.budget = null;
  }

  /** Advances the revision only on `applied`, the last event of a commit, which has its rows. */
  private follow({ type, revision }: Events['sync-event']): void {
    if (type === 'applied') this.advance(revision);
  }

  private advance(revision: number): void {
    if (this.budget && revision > this.budget.revision) this.budget.revision = revision;
  }

  private emit(event: string, data: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(data as never);
  }

  private settle(entry: Pending): void {
    clearTimeout(entry.timer);
    this.pending.delete(entry.id);
  }

  private fail(entry: Pending): void {
    this.settle(entry);
    const words = noticesTexts.connectionToBackendLost;
    entry.reject(new CallError('network-failure', words, { sent: entry.sent }));
  }

  private failAll(): void {
    for (const entry of [...this.pending.values()]) this.fail(entry);
  }
}
