import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { pushModal } from '@/lib/modals/modals';

/** Asks before a reconciled transaction is opened for changes. */
export function askUnlock(what: string, unlock: () => void): void {
  pushModal('unlock-transaction', (close) => (
    <Dialog
      title="Unlock transaction"
      isAlert
      onClose={close}
      footer={
        <>
          <Button onPress={close} autoFocus>
            Cancel
          </Button>
          <Button
            look="primary"
            onPress={() => {
              close();
              unlock();
            }}
          >
            Unlock
          </Button>
        </>
      }
    >
      <p>
        {what} is reconciled. A change can make the account differ from the bank again. Unlock it to
        change it.
      </p>
    </Dialog>
  ));
}
