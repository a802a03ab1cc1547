import { texts } from '@/app/texts';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import type { Account } from '@/generated/contract';
import { unlinkAccount } from '@/lib/accounts/changes';
import { notify } from '@/lib/notices/notices';
import { run } from '../run';
import { words } from '../texts';

interface UnlinkAccountProps {
  account: Account;
  onClose: () => void;
}

/** Asks before an account is taken off its bank. */
export default function UnlinkAccountDialog({ account, onClose }: UnlinkAccountProps) {
  const unlink = async () => {
    onClose();
    if (!(await run(unlinkAccount(account)))) return;
    notify({ id: 'account-unlinked', type: 'message', message: words.unlinked(account.name) });
  };
  return (
    <Dialog
      title={words.unlink}
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose} autoFocus>
            {texts.common.cancel}
          </Button>
          <Button look="danger" onPress={() => void unlink()}>
            Unlink
          </Button>
        </>
      }
    >
      <p>{words.unlinkLead(account.name)}</p>
    </Dialog>
  );
}
