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

/** Words of syncing, its problems and encryption. */
export const syncTexts = {
  labels: {
    sync: 'Sync',
    syncing: 'Syncing',
    error: 'Sync error',
    offline: 'Offline',
    disabled: 'Disabled',
    local: 'Local',
  },
  fixed: 'Syncing is fixed.',
  failed: 'That did not work',
  doneWithKey: 'The key fits now, and the budget is on the server.',
  unauthenticated: 'Sign in again to sync this budget. Until then it is kept on this device.',
  problems: {
    outOfSync: 'This device and the server differ. Repairing compares everything anew.',
    stillOutOfSync:
      'Repairing did not help. Resetting sync uploads this budget; your other devices then download it again.',
    oldFormat:
      'Reset sync to upload this budget in the new format. If it is encrypted, [reset its encryption](#encryption) instead.',
    keyReset: 'This budget is encrypted with another key than the server expects.',
    notCloudFile: 'The server does not have this budget. Register it to sync it again.',
    needsUpload: 'The server has lost its copy, or syncing was reset. Upload this one.',
    hasReset:
      'Reverting downloads the copy of the server. What was on this device until then is kept among its backups.',
    restored:
      'This device has an earlier copy, such as a backup that was loaded. [Reset sync](#reset) to keep it and make it the one of all devices. Reverting takes the copy of the server instead.',
    missingKey: 'This device does not have the key of this budget. Enter its password.',
    encryptionTitle: 'Encryption failed',
    encryption:
      'The key on this device does not fit this budget. A new key has to be made on a device that can read it.',
    updateRequired: 'Another device uses a newer version. Update this one to sync again.',
    movedTitle: 'The server has moved',
    moved:
      'It sends its visitors on to another address. Your changes are kept on this device; enter the new address to go on.',
    clockTitle: 'A clock is wrong',
    clock: (offsetMs?: number) =>
      offsetMs === undefined
        ? 'The clock of this device or of another one is wrong. Set it right to sync again.'
        : `The clock of this device is ${duration(offsetMs)} ${offsetMs > 0 ? 'behind' : 'ahead'}. The time of the server is used meanwhile.`,
    bugTitle: 'Syncing failed',
    brokenAnswer:
      "The server's answer was empty or cut off on its way. Your changes are kept on this device; syncing tries again by itself.",
    tooLarge:
      'One of your changes is larger than the sync server accepts. Your changes are kept on this device.',
    storageFull:
      'The disk of this device is full or cannot be written. Nothing is lost; make room, and syncing goes on.',
    serverStorageFull:
      'The disk of the sync server is full or cannot be written. Your changes are kept on this device and sent when there is room.',
    bug: (code: string) =>
      `Something unexpected happened while syncing (${code}). Please report it. Your changes are kept on this device.`,
  },
  keys: {
    enableTitle: 'Enable encryption',
    newKeyTitle: 'Generate new key',
    password: 'Password',
    cancel: 'Cancel',
    enable: 'Enable',
    generate: 'Generate',
    ok: 'OK',
    lead: 'The budget is encrypted with a key made of this password before it leaves this device. Your server cannot read it, and every other device asks for the password once.',
    warning:
      'The password cannot be recovered. Without it, only the devices that have the key can read the budget.',
    recreateLead:
      'The budget is encrypted with a new key and uploaded. All other devices have to download it again and ask for the new password.',
    fixLead: 'Enter its password to read it on this device.',
    retryLead: 'The key on this device does not fit. Enter the password again.',
    trying: 'Trying the password…',
    working: 'Encrypting and uploading…',
  },
  contact: 'Please open an issue with this reason on the issue tracker for support.',
  oldKeyStyle:
    'This file uses an unsupported key style. Generate a new key on a device that can read it.',
  notEncryptable:
    'The budget could not be encrypted: its key is missing on this device. Generating a new key helps.',
  newKeyElsewhere:
    'The budget was encrypted with a new key elsewhere. Enter its password on this device first.',
  invalidDownload:
    'The downloaded file is invalid. Please try again, or upload it anew from a device that has it.',
  notDecrypted: 'Unable to decrypt the file.',
  sentUnencrypted:
    'This file is encrypted, but the server hands it out plainly, so it was not taken. Somebody may have exchanged it. A device that has the budget can reset sync.',
  newerVersion:
    'This file was made by a newer version of the app. The app must be updated to open it.',
} as const;
