import type { NamedModals } from '@/lib/modals/named';
import { BankHelpDialog } from './BankHelpDialog';
import { BankRowDialog } from './BankRowDialog';
import { AddAccountDialog } from './linking/AddAccountDialog';
import { BrowserStepDialog } from './linking/BrowserStepDialog';
import { ChooseBankDialog } from './linking/ChooseBankDialog';
import { ConfigureAccountsDialog } from './linking/ConfigureAccountsDialog';
import { SelectAccountsDialog } from './linking/SelectAccountsDialog';
import { SetUpProviderDialog } from './linking/SetUpProviderDialog';

/** The bank dialogs. They lead to each other, so they load together. */
export type BankModal =
  | 'add-account'
  | 'set-up-provider'
  | 'choose-bank'
  | 'plaid-external-msg'
  | 'select-linked-accounts'
  | 'configure-linked-accounts'
  | 'bank-help'
  | 'bank-row';

/** A dialog with its arguments. */
type Opened = { [N in BankModal]: { name: N; args: NamedModals[N] } }[BankModal];

export interface BankDialogProps {
  opened: Opened;
  onShow: (accountId: string) => void;
  onServer: () => void;
  onClose: () => void;
}

export function BankDialog({ opened, onShow, onServer, onClose }: BankDialogProps) {
  const { name, args } = opened;
  if (name === 'add-account') {
    const { upgradingAccountId = null } = args;
    const upgraded = { upgradingAccountId, onServer, onClose };
    return <AddAccountDialog {...upgraded} />;
  }
  if (name === 'set-up-provider') return <SetUpProviderDialog {...args} onClose={onClose} />;
  if (name === 'choose-bank') return <ChooseBankDialog {...args} onClose={onClose} />;
  if (name === 'plaid-external-msg') return <BrowserStepDialog {...args} onClose={onClose} />;
  if (name === 'select-linked-accounts') {
    return <SelectAccountsDialog {...args} onClose={onClose} />;
  }
  if (name === 'configure-linked-accounts') {
    return <ConfigureAccountsDialog {...args} onShow={onShow} onClose={onClose} />;
  }
  if (name === 'bank-row') return <BankRowDialog {...args} onClose={onClose} />;
  return <BankHelpDialog onClose={onClose} />;
}
