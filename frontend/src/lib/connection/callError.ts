import type { ErrorCode } from '@/generated/contract';

/** The error answer of a call. `code` is for deciding, `message` is in words for a person. */
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
