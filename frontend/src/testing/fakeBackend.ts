import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Calls, Events, StepName } from '@/generated/contract';
import { setConnection } from '@/lib/connection/backend';
import { CallError } from '@/lib/connection/callError';
import type { CallName } from '@/lib/connection/connection';
import { Connection, type Socket } from '@/lib/connection/connection';

export interface SentCall {
  id: number;
  name: CallName;
  args: unknown;
  undo?: { name?: StepName; tag?: string };
}
type Answer<N extends CallName> = (
  args: Calls[N]['args'],
  call: SentCall,
) => Calls[N]['result'] | Promise<Calls[N]['result']>;

/**
 * A scripted backend for tests: responds to calls with the given functions, pushes events, and can
 * drop the connection. A call without a response waits until `answer` is called for it.
 */
export class FakeBackend {
  /** Every call in the order it was sent. */
  readonly calls: SentCall[] = [];
  readonly connection: Connection;
  /** While false, opening a socket leads to nothing. */
  reachable = true;
  session = 'tab-1';
  private readonly answers = new Map<CallName, Answer<CallName>>();
  /** What lets the calls through that wait. */
  private readonly held = new Map<CallName, (() => void)[]>();
  private socket: Socket | null = null;

  constructor() {
    this.connection = new Connection(() => this.openSocket());
  }

  /** Makes this the backend of the app under test and connects. */
  install(): this {
    setConnection(this.connection);
    this.connection.start();
    return this;
  }

  on<N extends CallName>(name: N, answer: Answer<N>): this {
    this.answers.set(name, answer as unknown as Answer<CallName>);
    return this;
  }

  /** How the calls of a name are answered. */
  answerTo<N extends CallName>(name: N): Answer<N> {
    const answer = this.answers.get(name);
    if (!answer) throw new Error(`no answer to ${name}`);
    return answer as unknown as Answer<N>;
  }

  /** Lets the calls of a name wait from now on; what it answers lets the next one through. */
  hold(name: CallName): () => Promise<void> {
    const waiting: (() => void)[] = [];
    this.held.set(name, waiting);
    return async () => {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      await act(async () => waiting.shift()?.());
    };
  }

  push<E extends keyof Events>(event: E, data: Events[E]): void {
    this.frame({ event, data });
  }

  /** Answers a call that was left waiting. */
  answer(call: SentCall, result: unknown): void {
    this.frame({ id: call.id, result });
  }

  refuse(call: SentCall, code: string, message = code, meta?: unknown): void {
    this.frame({ id: call.id, error: { code, message, meta } });
  }

  /** The calls of one name. */
  named(name: CallName): SentCall[] {
    return this.calls.filter((call) => call.name === name);
  }

  drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.onclose?.();
  }

  private frame(frame: unknown): void {
    this.socket?.onmessage?.({ data: JSON.stringify(frame) });
  }

  private openSocket(): Socket {
    const socket: Socket = {
      onmessage: null,
      onclose: null,
      send: (text) => this.receive(JSON.parse(text) as SentCall),
      close: () => {},
    };
    queueMicrotask(() => {
      if (!this.reachable) {
        socket.onclose?.();
        return;
      }
      this.socket = socket;
      const { session } = this;
      this.push('hello', { session, version: '0.1.0', today: '2026-11-20' });
    });
    return socket;
  }

  private receive(call: SentCall): void {
    this.calls.push(call);
    const waiting = this.held.get(call.name);
    if (!this.answers.has(call.name)) return;
    new Promise<void>((go) => (waiting ? waiting.push(go) : go()))
      .then(() => this.answerTo(call.name)(call.args as never, call))
      .then(
        (result) => this.answer(call, result ?? null),
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error;
          this.refuse(call, error.code, error.message, error.meta);
        },
      );
  }
}

/** Lets responses and their effects happen. */
export async function settle(turns = 10): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}
