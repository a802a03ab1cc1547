import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { pushModal } from '@/lib/modals/modals';

/** Asks before a reconciled transaction is opened for changes; `keep` is called when it is not. */
export function askUnlock(what: string, unlock: () => void, keep = () => {}): void {
  pushModal('unlock-transaction', (close) => {
    const answer = (then: () => void) => () => {
      close();
      then();
    };
    return (
      <Dialog
        title="Unlock transaction"
        isAlert
        onClose={answer(keep)}
        footer={
          <>
            <Button onPress={answer(keep)} autoFocus>
              Cancel
            </Button>
            <Button look="primary" onPress={answer(unlock)}>
              Unlock
            </Button>
          </>
        }
      >
        <p>
          {what} is reconciled. A change can make the account differ from the bank again. Unlock it
          to change it.
        </p>
      </Dialog>
    );
  });
}
