import type { Calls } from '@/generated/contract';
import { CallError } from './callError';

/** The result of a call over HTTP; throws the error it contains as a `CallError`. */
export async function answerOf(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as {
    result?: unknown;
    error?: { code: string; message?: string; meta?: unknown };
  } | null;
  if (response.ok && body && 'result' in body) return body.result;
  const { code = 'internal', message, meta } = body?.error ?? {};
  throw new CallError(code, message, meta);
}

/** Throws the error of a request that reached no backend. */
export function unanswered(): never {
  throw new CallError('network-failure', 'The backend did not answer.');
}

/** Sends a call about a budget that this tab need not have open. */
export function postCall<Name extends keyof Calls>(
  name: Name,
  args: Calls[Name]['args'],
  budget: string,
): Promise<Response> {
  return fetch(`/api/call/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Budget': budget },
    body: JSON.stringify(args),
  }).catch(unanswered);
}
