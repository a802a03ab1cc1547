/** Words of the earlier uploads of a budget. */
export const uploadsTexts = {
  title: 'Earlier uploads',
  lead: "The server keeps today's last three uploads and one for each earlier day. A new key deletes older uploads.",
  list: 'Uploads',
  loading: 'Loading uploads',
  failed: 'The uploads did not load.',
  unsupported: 'This server keeps only the latest upload of a budget.',
  none: 'The server keeps no other upload of this budget.',
  current: 'Current',
  restore: 'Restore',
  restoreOf: (time: string) => `Restore the upload of ${time}`,
  question: (time: string) => `Restore the upload of ${time}?`,
  hint: 'Later changes are lost on this device, and on others when they sync.',
} as const;
