import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import type { Account } from '@/generated/contract';
import { unlinkAccount } from '@/lib/accounts/changes';
import { notify } from '@/lib/notices/notices';
import { accountsTexts } from '@/texts/accounts';
import { commonTexts } from '@/texts/common';
import { run } from '../run';

interface UnlinkAccountProps {
  account: Account;
  onClose: () => void;
}

/** Asks before an account is taken off its bank. */
export default function UnlinkAccountDialog({ account, onClose }: UnlinkAccountProps) {
  const unlink = async () => {
    onClose();
    if (!(await run(unlinkAccount(account)))) return;
    notify({
      id: 'account-unlinked',
      type: 'message',
      message: accountsTexts.unlinked(account.name),
    });
  };
  return (
    <Dialog
      title={accountsTexts.unlink}
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose} autoFocus>
            {commonTexts.cancel}
          </Button>
          <Button look="danger" onPress={() => void unlink()}>
            {accountsTexts.unlink2}
          </Button>
        </>
      }
    >
      <p>{accountsTexts.unlinkLead(account.name)}</p>
    </Dialog>
  );
}
