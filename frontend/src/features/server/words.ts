/** Words of the server screens, and those of spec/1 section 8 for their errors. */
import { exact } from '@/app/texts';
import { errorCode } from '@/lib/connection/callError';

export const words = {
  configLead: 'A sync server keeps your budgets in step on all your devices. You can go without.',
  url: 'Server URL',
  ok: 'OK',
  signInLead: 'The password of your server opens your budgets on this device.',
  welcomeLead: 'Choose a password for your server. Every device that syncs is asked for it once.',
  setupCode: 'Setup code',
  setupCodeHint: 'The server showed it when it was started, and in its log.',
  confirm: 'Confirm password',
  changeLead: 'Devices that are signed in already stay signed in.',
  changeLeadAll: 'Every other device is signed out and has to sign in with the new password.',
  alsoSignOut: 'Sign out all other devices',
  signedOut: (count: number) =>
    count === 1 ? 'One other device was signed out.' : `${count} other devices were signed out.`,
  notSignedOut: (why: string) => `Other devices stay signed in. ${why}`,
  devices: {
    title: 'Signed-in devices',
    lead: 'These devices can open the budgets of your server. Signing one out deletes nothing on it.',
    list: 'Devices',
    loading: 'Loading devices',
    failed: 'The devices could not be listed.',
    unsupported:
      'This server does not tell its devices apart. Changing its password keeps new ones out.',
    own: 'This device',
    unknown: 'Unknown device',
    used: (signedIn: string, used: string) => `Signed in ${signedIn}, last used ${used}`,
    signOut: 'Sign out',
    signOutOf: (name: string) => `Sign out ${name}`,
    signOutOthers: 'Sign out all others',
    signedOutOf: (name: string) => `${name} was signed out`,
  },
} as const;

const SETUP_CODE = new Set(['setup-code-required', 'invalid-setup-code']);

/** Whether it is the setup code that an error is about. */
export const isAboutSetupCode = (error: unknown) => SETUP_CODE.has(errorCode(error));

/** What the backend says more of than the general words do. */
const WITH_WORDS = new Set([...SETUP_CODE, 'too-many-requests', 'server-moved']);

export function configErrorText(error: unknown): string {
  return errorCode(error) === 'network-failure' ? exact.serverNotRunning : exact.noSyncServer;
}

/** What is wrong with a new password and its repetition; null when nothing is. */
export function newPasswordError(password: string, repeated: string): string | null {
  if (password === '') return exact.passwordEmpty;
  return password === repeated ? null : exact.passwordsDiffer;
}

function passwordErrorText(error: unknown, other: string): string {
  const code = errorCode(error);
  if (code === 'invalid-password') return exact.passwordEmpty;
  if (WITH_WORDS.has(code) && error instanceof Error) return error.message;
  return code === 'network-failure' ? exact.contactFailed : other;
}

export const bootstrapErrorText = (error: unknown) => passwordErrorText(error, exact.whoops);
export const changeErrorText = (error: unknown) => passwordErrorText(error, exact.internalServer);

export function signInErrorText(error: unknown): string {
  const code = errorCode(error);
  if (code === 'invalid-password') return exact.invalidPassword;
  if (code === 'network-failure') return exact.contactFailed;
  return WITH_WORDS.has(code) && error instanceof Error ? error.message : exact.whoops;
}

export function statusErrorText(code: string | null): string {
  return code === 'network-failure' ? exact.serverSilent : exact.serverStatus;
}
