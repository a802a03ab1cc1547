import {
  CircleCheck,
  Clock,
  RefreshCw,
  Scale,
  SlidersHorizontal,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import type { Account, LinkedAccount } from '@/generated/contract';
import { openReconcile } from '@/lib/accounts/reconcileForm';
import { bankPaths } from '@/lib/banks/paths';
import { isProblemStatus } from '@/lib/banks/status';
import { agoText, momentText } from '@/lib/format/ago';
import { openModal } from '@/lib/modals/named';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { selectTexts } from '@/texts/bankLinking';
import { bankBannerTexts, bankStatusTexts, explainBankProblem } from '@/texts/bankProblems';
import { bankPageTexts, reportTexts } from '@/texts/bankScreens';
import { commonTexts } from '@/texts/common';
import { SEPARATOR } from '@/texts/locale';
import styles from './BankSyncPage.module.css';
import { ProblemActions } from './ProblemActions';
import { Reports } from './Reports';
import { useSyncButton } from './useSyncButton';

interface LinkedRowProps {
  account: Account;
  linked: LinkedAccount;
}

/** A linked account: its last sync, the comparison with the bank's balance, and its actions. */
export function LinkedRow({ account, linked }: LinkedRowProps) {
  const { status, error, provider, officialName, mask } = linked;
  const isProblem = isProblemStatus(status);
  const [isOpen, setOpen] = useState(false);
  const facts = [officialName, mask !== null && selectTexts.ending(mask)].filter(Boolean);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <ButtonLink to={`/accounts/${account.id}`} state={{ goBack: true }}>
          {account.name}
        </ButtonLink>
        {facts.length > 0 && <span className={styles.quiet}>{facts.join(SEPARATOR)}</span>}
        <LastSync linked={linked} isProblem={isProblem} />
        <Comparison account={account} linked={linked} />
        {isProblem && (
          <div className={styles.problem}>
            <p>{explainBankProblem(error, status, provider === 'simpleFin')}</p>
            {error?.text && <p className={styles.quiet}>{bankBannerTexts.provider(error.text)}</p>}
            <div className={styles.buttons}>
              <ProblemActions account={account} linked={linked} withoutUnlink />
            </div>
          </div>
        )}
      </div>
      <RowButtons account={account} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} />
      {isOpen && <Reports account={account} />}
    </li>
  );
}

interface RowButtonsProps {
  account: Account;
  isOpen: boolean;
  onOpen: () => void;
}

function RowButtons({ account, isOpen, onOpen }: RowButtonsProps) {
  const { isBusy, sync } = useSyncButton(account.id);
  const navigate = useNavigate();
  return (
    <div className={styles.buttons}>
      <Button aria-label={bankPageTexts.syncNamed(account.name)} isBusy={isBusy} onPress={sync}>
        <RefreshCw size="1rem" aria-hidden="true" />
        {bankPageTexts.sync}
      </Button>
      <Button
        aria-label={bankPageTexts.settingsNamed(account.name)}
        onPress={() => void navigate(bankPaths.settings(account.id))}
      >
        <SlidersHorizontal size="1rem" aria-hidden="true" />
        {bankPageTexts.settings}
      </Button>
      <Button
        aria-label={bankPageTexts.unlinkNamed(account.name)}
        onPress={() => openModal('unlink-account', { account })}
      >
        {bankBannerTexts.unlink}
      </Button>
      <Button
        look="link"
        aria-expanded={isOpen}
        aria-label={reportTexts.showOf(account.name)}
        onPress={onOpen}
      >
        {reportTexts.title}
      </Button>
    </div>
  );
}

function LastSync({ linked, isProblem }: { linked: LinkedAccount; isProblem: boolean }) {
  const dateFormat = usePref('dateFormat');
  const { isBusy } = useSyncButton(linked.id);
  const { lastSync, status } = linked;
  const when =
    lastSync === null ? bankPageTexts.never : bankPageTexts.lastSync(agoText(lastSync, Date.now()));
  const exact = lastSync === null ? undefined : momentText(lastSync, dateFormat);
  if (isBusy) {
    return (
      <span role="status" className={styles.state}>
        <RefreshCw size="0.9375rem" aria-hidden="true" />
        {bankPageTexts.syncing}
      </span>
    );
  }
  const Icon = isProblem ? TriangleAlert : status === 'ok' ? CircleCheck : Clock;
  return (
    <span className={styles.state} data-state={isProblem ? 'problem' : (status ?? undefined)}>
      <Icon size="0.9375rem" aria-hidden="true" />
      {bankStatusTexts[status ?? 'pending'] ?? bankStatusTexts.failed}
      <span className={styles.quiet} title={exact}>
        {when}
      </span>
    </span>
  );
}

/** Compares the cleared balance with the bank's. */
function Comparison({ account, linked: { difference, balance } }: LinkedRowProps) {
  const amounts = useAmountFormat();
  const navigate = useNavigate();
  if (difference === null) return null;
  if (difference === 0) return <span className={styles.quiet}>{bankPageTexts.agrees}</span>;
  const reconcile = () => {
    void navigate(`/accounts/${account.id}`, { state: { goBack: true } });
    openReconcile(account.id, balance);
  };
  return (
    <span className={styles.differs}>
      {bankPageTexts.differs(amounts.format(difference))}
      <Button
        look="link"
        aria-label={bankPageTexts.reconcileNamed(account.name)}
        onPress={reconcile}
      >
        <Scale size="0.9375rem" aria-hidden="true" />
        {commonTexts.reconcile}
      </Button>
    </span>
  );
}
