/** Words of the settings page. */
export const words = {
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
    server: 'Server version',
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
    repairHint: 'Finds splits whose parts an interrupted change has left incomplete.',
  },
} as const;
