/** Words of the settings page. */
export const settingsTexts = {
  title: 'Settings',
  sections: 'Sections',
  saved: 'Saved',
  budget: {
    title: 'Budget',
    name: 'Name',
    close: 'Close Budget',
  },
  about: {
    title: 'About',
    client: 'Client version',
    version: (version: string) => `v${version}`,
    server: 'Server version',
    url: 'Server',
    none: (isUsed: boolean) => (isUsed ? 'The server does not answer' : 'No server configured'),
  },
  appearance: { title: 'Appearance', theme: 'Theme' },
  formatting: {
    title: 'Formatting',
    lead: 'How dates and amounts are written, on every device of this budget.',
    date: 'Date format',
    number: 'Number format',
    firstDay: 'First day of the week',
    hideFraction: 'Hide decimal places',
    sample: 'Looks like this',
  },
  sync: {
    title: 'Sync',
    lead: 'A sync server keeps this budget in step on all your devices.',
    on: (url: string) => `This budget is synced with ${url}.`,
    upload: 'Sync this budget',
    uploadHint: 'Uploads it to your server, so that your other devices can download it.',
    uploadDone: 'The budget is on the server now.',
    uploads: 'Earlier uploads…',
    leave: 'Stop syncing',
    leaveHint: 'It becomes a local budget. The server keeps its copy.',
    leaveQuestion: 'Stop syncing this budget?',
    leaveSure:
      'Changes made here no longer reach your other devices, nor theirs this one. When it is synced again later, it is another budget on the server.',
    leaveDone: 'This budget is local now.',
  },
  encryption: {
    title: 'Encryption',
    lead: 'With a key made of a password the budget is encrypted before it leaves this device. The server cannot read it.',
    on: 'This budget is encrypted.',
    newKey: 'Generate new key…',
    noServer: 'Encryption needs a sync server. This budget is kept on this device alone.',
    notSynced: 'Sync this budget with the server first.',
    signedOut: 'Sign in at the server first.',
  },
  access: {
    title: 'Access',
    lead: 'Each browser and device that you let in keeps its access until you take it away.',
    action: 'Sign out everywhere',
    hint: 'Use this if a device is lost, or if somebody else has seen the address of Sobre.',
    question: 'Sign out everywhere?',
    sure: (isOut: boolean) =>
      isOut
        ? 'Every browser and every synced device has to sign in again, this browser too.'
        : 'Every other browser and every synced device has to sign in again. This browser stays signed in.',
    done: 'Everybody else is signed out.',
  },
  export: {
    title: 'Export',
    lead: 'The whole budget as a zip file, to keep or to import elsewhere. It is not encrypted.',
    action: 'Export data',
    done: (file: string) => `Exported ${file}`,
  },
  advanced: {
    title: 'Advanced settings',
    ids: 'IDs',
    budgetId: 'Budget ID',
    syncId: 'Sync ID',
    none: '(none)',
    copy: (name: string) => `Copy ${name}`,
    copied: (name: string) => `${name} copied`,
    cache: 'Reset budget cache',
    cacheHint:
      'Computes all numbers of the budget anew from what is stored. Nothing you entered changes.',
    cacheDone: 'All numbers were computed anew.',
    resetHint:
      'Makes this copy the one that counts and uploads it. Your other devices have to download it again.',
    resetQuestion: 'Reset sync?',
    resetSure:
      'What your other devices have changed and not synced yet is lost once they download this copy.',
    resetDone: 'Sync was reset, and this budget uploaded.',
    noServer: 'This budget is on no sync server.',
    experimental: 'Experimental features',
    reportBudget: 'Report budget',
    reportHint:
      'The mode of a budget can be chosen above its months: envelopes that carry over, or a plan for each month alone.',
    reportInUse:
      'This budget is in report mode. Switch it to rollover before taking the choice away.',
    repairHint: 'Finds splits whose parts an interrupted change has left incomplete.',
  },
} as const;
