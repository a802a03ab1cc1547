import { plural } from './locale';

/** A length of time in the largest unit that fits. */
function duration(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [unit, size] = units.find(([, length]) => Math.abs(ms) >= length) ?? units[3];
  const count = Math.round(Math.abs(ms) / size);
  return plural(count, { one: unit, other: `${unit}s` });
}

/** Words of syncing and its problems. */
export const syncTexts = {
  labels: {
    sync: 'Sync',
    syncing: 'Syncing',
    error: 'Sync error',
    offline: 'Offline',
    disabled: 'Disabled',
    local: 'On this device',
  },
  fixed: 'Syncing is fixed.',
  failed: 'That did not work',
  doneWithKey: 'Unlocked. Your budget is syncing.',
  unauthenticated: 'Sign in again to sync this budget. Your changes are safe on this device.',
  clockTitle: 'A clock is wrong',
  clock: (offsetMs?: number) =>
    offsetMs === undefined
      ? 'The clock of this device or of another one is wrong. Correct it to sync again.'
      : `The clock of this device is ${duration(offsetMs)} ${offsetMs > 0 ? 'behind' : 'ahead'}. Sobre uses the server's time meanwhile.`,
  contact: 'Please open an issue with this reason on the issue tracker for support.',
  oldKeyStyle:
    'This file uses an unsupported key style. Generate a new key on a device that can read it.',
  notEncryptable: 'This device does not have the key to encrypt the budget. Generate a new key.',
  newKeyElsewhere:
    'Another device encrypted the budget with a new key. Enter its password here first.',
  invalidDownload:
    'The downloaded file is invalid. Try again, or upload it again from a device that has it.',
  notDecrypted: 'Unable to decrypt the file.',
  sentUnencrypted:
    'The server sent an unencrypted copy of an encrypted budget. It may have been tampered with and was not opened. Reset sync on a device that has the budget.',
  newerVersion: 'A newer version of the app made this file. Update the app to open it.',
} as const;
