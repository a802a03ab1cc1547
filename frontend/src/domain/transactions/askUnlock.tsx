import { Confirm } from '@/components/AlertDialog';
import { Filled } from '@/components/Filled';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { transactionsTexts } from '@/texts/transactions';

/** Asks before a reconciled transaction is opened for changes; `keep` is called when it is not. */
export function askUnlock(what: string, unlock: () => void, keep = () => {}): void {
  pushModal('unlock-transaction', (close) => (
    <Confirm
      title={transactionsTexts.unlockTransaction}
      body={
        <p>
          <Filled text={transactionsTexts.lockedLead} parts={{ name: what }} />
        </p>
      }
      choices={[{ text: commonTexts.unlock, act: unlock }]}
      onClose={close}
      onCancel={keep}
    />
  ));
}
