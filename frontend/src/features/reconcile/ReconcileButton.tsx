import { Scale } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Button } from '@/components/Button';
import { Popover } from '@/components/Popover';
import { AmountField } from '@/components/pickers/AmountField';
import { Skeleton } from '@/components/Skeleton';
import { COARSE, useMedia } from '@/components/useMedia';
import { OverlayMark } from '@/components/useOverlay';
import { startReconcile, useRegisterView, useViewStore } from '@/domain/transactions/view';
import type { Amount } from '@/generated/contract';
import { closeReconcile, openReconcile, useReconcileForm } from '@/lib/accounts/reconcileForm';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { commonTexts } from '@/texts/common';
import { reconcileTexts } from '@/texts/reconcile';
import styles from './reconcile.module.css';

/** Starts reconciling an account: asks what the bank says it holds. */
export function ReconcileButton({ accountId }: { accountId: string }) {
  const isOpen = useReconcileForm((state) => state.accountId === accountId);
  const isActive = useRegisterView((state) => state.reconcile !== null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(
    () => () => {
      // The form of another account may be on its way already.
      if (useReconcileForm.getState().accountId === accountId) closeReconcile();
    },
    [accountId],
  );
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        isDisabled={isActive}
        onPress={() => openReconcile(accountId)}
      >
        <Scale size="1rem" aria-hidden="true" />
        {commonTexts.reconcile}
      </Button>
      <Popover
        isOpen={isOpen && !isActive}
        triggerRef={button}
        placement="bottom start"
        onOpenChange={(open) => !open && closeReconcile()}
      >
        <Dialog aria-label={commonTexts.reconcile} className={styles.form ?? ''} data-hands-back>
          <BankBalance accountId={accountId} onDone={closeReconcile} />
          <OverlayMark close={closeReconcile} />
        </Dialog>
      </Popover>
    </>
  );
}

interface BankBalanceProps {
  accountId: string;
  onDone: () => void;
}

function BankBalance({ accountId, onDone }: BankBalanceProps) {
  const cleared = useAmountCell(GLOBAL_SHEET, `balance-${accountId}-cleared`);
  const told = useReconcileForm((state) => state.bankBalance);
  const proposed = told ?? cleared;
  // A balance that came later would take the selection out of the field.
  if (proposed === undefined) return <Skeleton width={120} />;
  return <BankBalanceField proposed={proposed} onDone={onDone} />;
}

interface BankBalanceFieldProps {
  proposed: Amount;
  onDone: () => void;
}

function BankBalanceField({ proposed, onDone }: BankBalanceFieldProps) {
  const view = useViewStore();
  const [typed, setTyped] = useState<number | null>(null);
  const isTouch = useMedia(COARSE);
  const start = (target: number | null) => {
    startReconcile(view, target ?? proposed);
    onDone();
  };
  return (
    <>
      <p>{reconcileTexts.enterBankBalance}</p>
      <AmountField
        label={reconcileTexts.bankBalance}
        value={typed ?? proposed}
        onChange={setTyped}
        onCommit={(how, target) => {
          if (how === 'enter' || how === 'mod-enter') start(target);
        }}
        autoFocus
        withPad={isTouch}
      />
      <Button look="primary" onPress={() => start(typed)}>
        {commonTexts.reconcile}
      </Button>
    </>
  );
}
