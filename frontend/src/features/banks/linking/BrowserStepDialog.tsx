import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { Spinner } from '@/components/Spinner';
import { TextField } from '@/components/TextField';
import type { BankAccess } from '@/generated/contract';
import { type NamedModals, openModal } from '@/lib/modals/named';
import { browserTexts } from '@/texts/bankLinking';
import { commonTexts } from '@/texts/common';
import { bankErrorText } from './bankErrorText';
import styles from './linking.module.css';
import { type BrowserStep, useBrowserStep } from './useBrowserStep';

type BrowserStepProps = NamedModals['plaid-external-msg'] & { onClose: () => void };

/** Sign-in at a bank in another tab, to link accounts or repair a connection. */
export function BrowserStepDialog(props: BrowserStepProps) {
  const { start, upgradingAccountId, onRepaired, onClose } = props;
  const [isRepaired, setRepaired] = useState(false);
  const isRepair = Boolean(start.linkToken);
  const step = useBrowserStep(start, (access: BankAccess) => {
    if (access.bankId !== undefined) {
      setRepaired(true);
      onRepaired?.();
      return;
    }
    onClose();
    openModal('select-linked-accounts', { access, upgradingAccountId });
  });
  const title = isRepair ? browserTexts.repairTitle : browserTexts.title;
  if (isRepaired) {
    return (
      <Dialog
        title={title}
        onClose={onClose}
        footer={
          <Button look="primary" onPress={onClose} autoFocus>
            {commonTexts.ok}
          </Button>
        }
      >
        <p role="status" className={styles.good}>
          <CircleCheck size="1.25rem" aria-hidden="true" />
          {browserTexts.connectedAgain}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{commonTexts.cancel}</Button>
          {step.state === 'idle' && (
            <Button look="primary" onPress={step.begin} autoFocus>
              {browserTexts.open}
            </Button>
          )}
        </>
      }
    >
      {step.failure && <Problem>{step.failure}</Problem>}
      {step.state === 'idle' ? (
        <p className={styles.lead}>{browserTexts.lead}</p>
      ) : (
        <Waiting step={step} canPaste={start.provider === 'enableBanking'} />
      )}
    </Dialog>
  );
}

function Waiting({ step, canPaste }: { step: BrowserStep; canPaste: boolean }) {
  const isLoading = step.state === 'loading';
  return (
    <div className={styles.form}>
      <p role="status" className={styles.note}>
        <Spinner />
        {isLoading ? browserTexts.loadingAccounts : browserTexts.waiting}
      </p>
      {!isLoading && step.page && (
        <p>
          <a href={step.page.url} target="_blank" rel="noreferrer" className={styles.site}>
            {browserTexts.openAgain}
          </a>
        </p>
      )}
      {!isLoading && step.page && canPaste && <PastedAddress step={step} />}
    </div>
  );
}

/** For servers that a bank cannot redirect to, such as one at home. */
function PastedAddress({ step }: { step: BrowserStep }) {
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (address.trim() === '') return setError(browserTexts.addressMissing);
    setBusy(true);
    try {
      await step.giveBack(address.trim());
    } catch (reason) {
      setError(bankErrorText(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={browserTexts.paste}
        hint={browserTexts.pasteHint}
        value={address}
        onChange={(text) => {
          setAddress(text);
          setError(undefined);
        }}
        error={error}
        autoComplete="off"
      />
      <Button type="submit" isBusy={isBusy} className={styles.start}>
        {browserTexts.sendAddress}
      </Button>
    </form>
  );
}
