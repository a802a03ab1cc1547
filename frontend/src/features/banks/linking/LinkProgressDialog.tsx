import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Spinner } from '@/components/Spinner';
import type { BankAccess } from '@/generated/contract';
import { configureTexts } from '@/texts/bankLinking';
import styles from './linking.module.css';
import { type LinkProgress, runLinks, type WantedLink } from './linkRun';

interface LinkProgressProps {
  access: BankAccess;
  links: readonly WantedLink[];
  onShow: (id: string) => void;
  onClose: () => void;
}

type Progress = Readonly<Record<string, LinkProgress>>;

const WAITS: LinkProgress = { state: 'waits' };

/** Link runs already started. Rendering the dialog again must not start them twice. */
const begun = new WeakSet<readonly WantedLink[]>();

/** Links accounts and shows the progress of each. A failure does not stop the others. */
export function LinkProgressDialog({ access, links, onShow, onClose }: LinkProgressProps) {
  const [progress, setProgress] = useState<Progress>({});
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (begun.has(links)) return;
    begun.add(links);
    const report = (some: readonly WantedLink[], each: LinkProgress) =>
      setProgress((before) => ({
        ...before,
        ...Object.fromEntries(some.map(({ external }) => [external.account_id, each])),
      }));
    void runLinks(access, links, report).finally(() => setOver(true));
  }, [access, links]);
  const done = Object.values(progress).flatMap((each) => (each.state === 'done' ? [each] : []));
  const [only] = done;
  return (
    <Dialog
      title={
        isOver
          ? configureTexts.linked(done.length, links.length)
          : configureTexts.linking(links.length)
      }
      size="medium"
      isBusy={!isOver}
      onClose={onClose}
      footer={
        isOver && (
          <>
            {only && done.length === 1 && (
              <Button
                onPress={() => {
                  onClose();
                  onShow(only.accountId);
                }}
              >
                {configureTexts.show}
              </Button>
            )}
            <Button look="primary" onPress={onClose} autoFocus>
              {configureTexts.finish}
            </Button>
          </>
        )
      }
    >
      <ul className={styles.offers} aria-live="polite">
        {links.map(({ external }) => (
          <li key={external.account_id} className={styles.step}>
            <Mark progress={progress[external.account_id] ?? WAITS} />
            <span className={styles.stepText}>
              <span className={styles.bankName}>{external.name}</span>
              <Words progress={progress[external.account_id] ?? WAITS} />
            </span>
          </li>
        ))}
      </ul>
      {!isOver && <p className={styles.hint}>{configureTexts.leaveRunning}</p>}
    </Dialog>
  );
}

function Mark({ progress }: { progress: LinkProgress }) {
  if (progress.state === 'working') return <Spinner />;
  if (progress.state === 'waits') return <Clock size="1.125rem" aria-hidden="true" />;
  const isGood = progress.state === 'done' && progress.problem === null;
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <Icon size="1.125rem" aria-hidden="true" className={isGood ? styles.fine : styles.trouble} />
  );
}

function Words({ progress }: { progress: LinkProgress }) {
  if (progress.state === 'waits') return <span>{configureTexts.waiting}</span>;
  if (progress.state === 'working') return <span>{configureTexts.working}</span>;
  if (progress.state === 'failed') {
    return (
      <span>
        {configureTexts.failed} {progress.why}
      </span>
    );
  }
  if (progress.problem === null) return <span>{configureTexts.done}</span>;
  return (
    <span>
      {configureTexts.importFailed} {progress.problem}
    </span>
  );
}
