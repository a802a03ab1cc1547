import type { Socket } from '@/lib/connection/connection';
import type { FakeBudget } from './fakeBudget';

/** A socket to an in-memory budget; responds as fast as the browser allows. */
export function fakeSocket(budget: FakeBudget, session = 'this-tab'): Socket {
  const frame = (data: unknown) => socket.onmessage?.({ data: JSON.stringify(data) });
  const push = (event: string, data: unknown) => frame({ event, data });
  const socket: Socket = {
    onmessage: null,
    onclose: null,
    close: () => {},
    send: (text) => {
      const { id, name, args, undo } = JSON.parse(text);
      queueMicrotask(() => {
        const isTravel = name === 'undo' || name === 'redo';
        const answer = isTravel
          ? budget.undo(name, push, session)
          : budget.answer(name, args, push, session, undo?.name);
        frame({ id, ...answer });
      });
    },
  };
  queueMicrotask(() => push('hello', { session, version: 'fake', today: '2026-11-20' }));
  return socket;
}
