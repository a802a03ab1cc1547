/** Texts for sync problems and their solutions; loaded when a problem occurs. */
export const syncProblemTexts = {
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
} as const;
