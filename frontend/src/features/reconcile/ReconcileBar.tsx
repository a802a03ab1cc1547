import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { Switch } from '@/components/Switch';
import { useIsShown } from '@/components/useIsShown';
import { run } from '@/domain/transactions/run';
import {
  changeReconcile,
  type Reconciliation,
  stopReconcile,
  useRegisterView,
  useViewStore,
} from '@/domain/transactions/view';
import type { Account } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { notify } from '@/lib/notices/notices';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import { useLatest } from '@/lib/react/useLatest';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { commonTexts } from '@/texts/common';
import { reconcileTexts } from '@/texts/reconcile';
import { addAdjustment, lockCleared } from './api';
import { Explanation } from './Explanation';
import styles from './reconcile.module.css';

/** The bar above the list while an account is being reconciled. */
export function ReconcileBar({ account, onLeave }: ReconcileBarProps) {
  const reconcile = useRegisterView((state) => state.reconcile);
  if (!reconcile) return null;
  return <Bar account={account} reconcile={reconcile} onLeave={onLeave} />;
}

interface ReconcileBarProps {
  account: Account;
  /** Takes the keyboard when what had it here is gone. */
  onLeave: () => void;
}

interface BarProps extends ReconcileBarProps {
  reconcile: Reconciliation;
}

function Bar({ account, reconcile, onLeave }: BarProps) {
  const view = useViewStore();
  const amounts = useAmountFormat();
  const cleared = useAmountCell(GLOBAL_SHEET, `balance-${account.id}-cleared`);
  const difference = reconcile.target - (cleared ?? reconcile.target);
  const isDone = cleared !== undefined && difference === 0;
  const words = signed(amounts.format(difference), difference);
  useAnnounced(isDone ? reconcileTexts.allReconciled : reconcileTexts.differenceOf(words));
  const leave = useLatest(onLeave);
  // The button that began it rests now.
  useEffect(() => leave.current(), []);
  return (
    <section aria-label={reconcileTexts.reconciliation} className={styles.bar} data-hands-back>
      <dl className={styles.figures}>
        <Figure label={reconcileTexts.clearedBalance} text={amounts.format(cleared)} />
        <Figure label={reconcileTexts.bankBalance} text={amounts.format(reconcile.target)} />
        {isDone ? (
          <div className={styles.done}>
            <CircleCheck size="1.125rem" aria-hidden="true" />
            {reconcileTexts.allReconciled}
          </div>
        ) : (
          <Figure label={reconcileTexts.difference} text={words} isOff />
        )}
      </dl>
      <Switch
        isSelected={reconcile.unclearedOnly}
        onChange={(unclearedOnly) => changeReconcile(view, { unclearedOnly })}
      >
        {reconcileTexts.unclearedOnly}
      </Switch>
      {!isDone && cleared !== undefined && (
        <Explanation key={difference} account={account} difference={difference} onLeave={onLeave} />
      )}
      <Actions
        account={account}
        difference={difference}
        words={words}
        isDone={isDone}
        onLeave={onLeave}
      />
    </section>
  );
}

/** The sign says which way the difference goes, also where it is more. */
function signed(text: string, cents: number): string {
  return cents > 0 ? `+${text}` : text;
}

function Figure({ label, text, isOff }: { label: string; text: string; isOff?: boolean }) {
  return (
    <div data-off={isOff || undefined}>
      <dt>{label}</dt>
      <dd data-amount>{text}</dd>
    </div>
  );
}

interface ActionsProps extends ReconcileBarProps {
  difference: number;
  words: string;
  isDone: boolean;
}

function Actions({ account, difference, words, isDone, onLeave }: ActionsProps) {
  const view = useViewStore();
  const today = useToday();
  const hint = useId();
  const [isBusy, setBusy] = useState(false);
  const isShown = useIsShown();
  const write = async (call: () => Promise<unknown>) => {
    setBusy(true);
    const isSaved = await run(call());
    setBusy(false);
    return isSaved;
  };
  const stop = () => {
    stopReconcile(view);
    onLeave();
  };
  const finish = async () => {
    if (isDone) {
      const locking = lockCleared(account);
      if (!(await write(() => locking))) return;
      notify({
        id: 'reconciled',
        type: 'message',
        message: reconcileTexts.reconciled(account.name),
      });
    }
    // The user may have left and be reconciling another account.
    if (isShown()) stop();
  };
  const adjust = async () => {
    if ((await write(() => addAdjustment(account, difference, today))) && isShown()) onLeave();
  };
  return (
    <div className={styles.actions}>
      {!isDone && (
        <>
          <Button aria-describedby={hint} isDisabled={isBusy} onPress={() => void adjust()}>
            {reconcileTexts.addAdjustment}
          </Button>
          <span id={hint} hidden>
            {reconcileTexts.adds(words)}
          </span>
        </>
      )}
      {isDone && (
        <>
          <Button look="bare" isDisabled={isBusy} onPress={stop}>
            {commonTexts.cancel}
          </Button>
          <span id={hint} hidden>
            {reconcileTexts.locks(account.name)}
          </span>
        </>
      )}
      <Button
        aria-describedby={isDone ? hint : undefined}
        look={isDone ? 'primary' : 'plain'}
        isBusy={isBusy}
        onPress={() => void finish()}
      >
        {reconcileTexts.doneReconciling}
      </Button>
    </div>
  );
}

/** Time between two announcements while the difference changes with every key. */
const ANNOUNCE_MS = 800;

/** Says a text when it has changed, the latest one at most every 800 ms. */
function useAnnounced(text: string): void {
  const said = useRef(0);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const wait = Math.max(0, said.current + ANNOUNCE_MS - performance.now());
    const timer = setTimeout(() => {
      said.current = performance.now();
      announce(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
}
