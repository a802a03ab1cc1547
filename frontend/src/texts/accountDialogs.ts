import { counted } from './transactions';

/** Words of adding, closing and unlinking accounts. */
export const accountDialogTexts = {
  name: 'Name',
  type: 'Type',
  chooseType: 'Select a type…',
  offBudgetHint: 'Counts toward net worth, not your budget.',
  balance: 'Current balance',
  owedHint: 'Enter what you owe as a negative, for example -250.00.',
  closeTitle: 'Close Account',
  delete: 'Delete account',
  chooseAccount: 'Select account…',
  category: 'Category',
  noOtherAccount: 'No other open account can receive the balance. Add one first, or force close.',
  forceClose: 'Force close',
  forcedButton: (count: number) => `Delete ${counted(count)}`,
  keep: 'Keep them',
  closed: (name: string) => `Closed ${name}`,
  deleted: (name: string) => `Deleted ${name}`,
  unlinkLead: (name: string) =>
    `Unlink ${name}? Its transactions stay. New ones will no longer come in.`,
  unlinked: (name: string) => `Unlinked ${name}`,
  forceLead: (count: number) =>
    `The account and its ${counted(count)} will be deleted. The other sides of its transfers stay in their accounts.`,
  closeDeletes: '{name} has no transactions, so it will be deleted.',
  closePlain: (count: number) =>
    `{name} moves to the closed accounts with its ${counted(count)}. You can reopen it at any time.`,
  closeMoves: (count: number) =>
    `Where should the {balance} of {name} go? The account moves to the closed ones with its ${counted(count)}.`,
  unlink: 'Unlink',
} as const;
