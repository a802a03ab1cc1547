/** Words of deleting a budget. */
export const deleteBudgetTexts = {
  delete: (name: string) => `Delete ${name}`,
  deleteRemote: 'Delete from all devices',
  deleteRemoteHint:
    "Deletes the server's copy. Other devices keep theirs, but can no longer sync it.",
  deleteLocal: 'Delete from this device only',
  deleteLocalHint: 'The server keeps its copy. You can download it again.',
  deleteBrokenHint:
    'The server does not have this budget, or it belongs to someone else. You can only delete the copy on this device.',
  deleteUnknownHint: 'The server does not answer. If it has a copy, you can download it again.',
  deleteSure: (name: string) => `To delete it everywhere, type its name: ${name}`,
  deleteQuestion: 'This deletes the budget from this device. You cannot undo it.',
  deleteHint: 'Export it first if you may want it back.',
  exportFirst: 'Export it',
  deleted: (name: string) => `Deleted ${name}`,
} as const;
