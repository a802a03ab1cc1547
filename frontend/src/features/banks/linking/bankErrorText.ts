import { CallError } from '@/lib/connection/callError';
import { errorText } from '@/texts/errors';

/** Errors whose message comes from the bank or its provider. */
const SAID_THERE: readonly string[] = ['bank-failed', 'invalid-credentials'];

/** The text for a linking error; the provider's message takes precedence. */
export function bankErrorText(error: unknown): string {
  if (error instanceof CallError && SAID_THERE.includes(error.code)) {
    const { message, code } = error;
    if (message !== '' && message !== code) return message;
  }
  return errorText(error);
}
