/** Words of the keys that encrypt a budget. */
export const encryptionTexts = {
  enableTitle: 'Enable encryption',
  newKeyTitle: 'Generate new key',
  password: 'Password',
  enable: 'Enable',
  generate: 'Generate',
  lead: 'This password encrypts the budget before it leaves this device. Your server cannot read it. Every other device asks for the password once.',
  warning:
    'Nobody can recover the password. Without it, only devices that already have the key can read the budget.',
  recreateLead:
    'Encrypts the budget with a new key and uploads it. All other devices download it again and ask for the new password.',
  fixLead: 'Enter its password to read it on this device.',
  retryLead: 'This device has the wrong key. Enter the password again.',
  trying: 'Trying the password…',
  working: 'Encrypting and uploading…',
} as const;
