import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Filled } from '@/components/Filled';
import { pushModal } from '@/lib/modals/modals';
import { transactionsTexts } from '@/texts/transactions';

/** Asks before a reconciled transaction is opened for changes; `keep` is called when it is not. */
export function askUnlock(what: string, unlock: () => void, keep = () => {}): void {
  pushModal('unlock-transaction', (close) => {
    const answer = (then: () => void) => () => {
      close();
      then();
    };
    return (
      <Dialog
        title={transactionsTexts.unlockTransaction}
        isAlert
        onClose={answer(keep)}
        footer={
          <>
            <Button onPress={answer(keep)} autoFocus>
              {transactionsTexts.cancel}
            </Button>
            <Button look="primary" onPress={answer(unlock)}>
              {transactionsTexts.unlock}
            </Button>
          </>
        }
      >
        <p>
          <Filled text={transactionsTexts.lockedLead} parts={{ name: what }} />
        </p>
      </Dialog>
    );
  });
}
