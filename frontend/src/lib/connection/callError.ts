import type { ErrorCode } from '@/generated/contract';

/** The error of a call. Decide by `code`; show `message` to people. */
export class CallError extends Error {
  readonly code: ErrorCode | (string & {});
  readonly meta: unknown;

  constructor(code: ErrorCode | (string & {}), message?: string, meta?: unknown) {
    super(message ?? code);
    this.name = 'CallError';
    this.code = code;
    this.meta = meta;
  }
}

export function errorCode(error: unknown): string {
  return error instanceof CallError ? error.code : 'internal';
}
