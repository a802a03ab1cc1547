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
  problems: {
    outOfSync: 'This device and the server differ. Repairing compares all changes again.',
    stillOutOfSync:
      'Repairing did not help. Reset sync to upload this budget; your other devices then download it again.',
    oldFormat:
      'Reset sync to upload this budget in the new format. If it is encrypted, [reset its encryption](#encryption) instead.',
    keyReset: 'The server expects another key for this budget.',
    notCloudFile: 'The server does not have this budget. Register it to sync it again.',
    needsUpload: 'The server has lost its copy, or syncing was reset. Upload this one.',
    hasReset: "Revert to download the server's copy. Your version stays in the backups.",
    restored:
      "This device has an earlier copy, such as a loaded backup. [Reset sync](#reset) to use it on all devices, or revert to the server's copy.",
    missingKey: 'This device does not have the key of this budget. Enter its password.',
    encryptionTitle: 'Encryption failed',
    encryption:
      'This device has the wrong key. Create a new key on a device that can open the budget.',
    updateRequired: 'Another device uses a newer version. Update this one to sync again.',
    movedTitle: 'The server has moved',
    moved:
      'The server has a new address. Your changes are kept on this device; enter the new address to sync again.',
    clockTitle: 'A clock is wrong',
    clock: (offsetMs?: number) =>
      offsetMs === undefined
        ? 'The clock of this device or of another one is wrong. Correct it to sync again.'
        : `The clock of this device is ${duration(offsetMs)} ${offsetMs > 0 ? 'behind' : 'ahead'}. Sobre uses the server's time meanwhile.`,
    bugTitle: 'Syncing failed',
    brokenAnswer:
      "The server's reply was incomplete. Your changes are kept on this device and sync again automatically.",
    tooLarge:
      'One of your changes is larger than the sync server accepts. Your changes are kept on this device.',
    storageFull:
      'The disk of this device is full or read-only. Nothing is lost. Make room and syncing resumes.',
    serverStorageFull:
      'The disk of the sync server is full or read-only. Your changes are kept on this device and sent when there is room.',
    uploadUnderWay:
      'The sync server is busy with other uploads. Your changes are kept on this device; try again when one of them has finished.',
    serverDataMissing:
      "The sync server's data was moved or is incomplete. Your changes are kept on this device. Put the data back and start the sync server again.",
    ownServerOff:
      "Sobre's own sync server is not running. Your changes are kept on this device. Start Sobre with --with-sync-server, or choose a server again.",
    bug: (code: string) =>
      `Something unexpected happened while syncing (${code}). Please report it. Your changes are kept on this device.`,
  },
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
