import { Confirm } from '@/components/AlertDialog';
import type { Account } from '@/generated/contract';
import { unlinkAccount } from '@/lib/accounts/changes';
import { notify } from '@/lib/notices/notices';
import { accountDialogTexts } from '@/texts/accountDialogs';
import { accountsTexts } from '@/texts/accounts';
import { run } from '../run';

interface UnlinkAccountProps {
  account: Account;
  onClose: () => void;
}

/** Asks before an account is taken off its bank. */
export default function UnlinkAccountDialog({ account, onClose }: UnlinkAccountProps) {
  const unlink = async () => {
    if (!(await run(unlinkAccount(account)))) return;
    notify({
      id: 'account-unlinked',
      type: 'message',
      message: accountDialogTexts.unlinked(account.name),
    });
  };
  return (
    <Confirm
      title={accountsTexts.unlinkAccount}
      body={accountDialogTexts.unlinkLead(account.name)}
      choices={[{ text: accountDialogTexts.unlink, act: () => void unlink(), look: 'danger' }]}
      onClose={onClose}
    />
  );
}
