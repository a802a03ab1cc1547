/** Words of the dialogs about encryption. */
export const words = {
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
} as const;
