/** Which words an error of the server screens gets. */

import { errorCode } from '@/lib/connection/callError';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';

const SETUP_CODE = new Set(['setup-code-required', 'invalid-setup-code']);

/** Whether it is the setup code that an error is about. */
export const isAboutSetupCode = (error: unknown) => SETUP_CODE.has(errorCode(error));

/** Errors whose own words say more than the general ones of the screen. */
const WITH_WORDS = new Set([...SETUP_CODE, 'too-many-requests', 'server-moved', 'own-server-off']);

export function configErrorText(error: unknown): string {
  return errorCode(error) === 'network-failure' ? exact.serverNotRunning : exact.noSyncServer;
}

/** The error of a new password and its repetition, or null. */
export function newPasswordError(password: string, repeated: string): string | null {
  if (password === '') return exact.passwordEmpty;
  return password === repeated ? null : exact.passwordsDiffer;
}

function passwordErrorText(error: unknown, other: string): string {
  const code = errorCode(error);
  if (code === 'invalid-password') return exact.passwordEmpty;
  if (WITH_WORDS.has(code)) return errorText(error);
  return code === 'network-failure' ? exact.contactFailed : other;
}

export const bootstrapErrorText = (error: unknown) => passwordErrorText(error, exact.whoops);
export const changeErrorText = (error: unknown) => passwordErrorText(error, exact.internalServer);

export function signInErrorText(error: unknown): string {
  const code = errorCode(error);
  if (code === 'invalid-password') return exact.invalidPassword;
  if (code === 'network-failure') return exact.contactFailed;
  return WITH_WORDS.has(code) ? errorText(error) : exact.whoops;
}

export function statusErrorText(code: string | null): string {
  if (code === 'network-failure') return exact.serverSilent;
  return code !== null && WITH_WORDS.has(code) ? errorText({ code }) : exact.serverStatus;
}
