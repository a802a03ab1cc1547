import { plural } from './locale';
import { counted } from './transactions';

const ACCOUNT = { one: 'account', other: 'accounts' };
const NEW = { one: 'new transaction', other: 'new transactions' };

/** Notices about bank syncs. */
export const bankNotices = {
  syncing: 'Syncing with your bank…',
  synced: (added: number, changed: number) => {
    if (added + changed === 0) return 'Your bank has nothing new.';
    if (changed === 0) return `Added ${counted(added)} from your bank.`;
    if (added === 0) return `Updated ${counted(changed)} from your bank.`;
    return `Added ${counted(added)} from your bank and updated ${counted(changed)}.`;
  },
  failed: (name: string) => `${name} could not be synced with its bank.`,
  news: (added: number, accounts: number) =>
    `${plural(added, NEW)} from ${plural(accounts, ACCOUNT)}`,
} as const;
