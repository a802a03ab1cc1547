import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { showConfirm } from '@/components/AlertDialog';
import { Button } from '@/components/Button';
import { useOffline } from '@/lib/connection/useOffline';
import { errorText } from '@/texts/errors';
import styles from './settings.module.css';

interface ActionProps {
  name: string;
  hint?: string;
  /** Runs the action; returns the success message. */
  run: () => Promise<string>;
  /** The confirmation for actions that cannot be undone. */
  question?: { title: string; text: string };
  /** Why it cannot be done now. */
  reason?: string | null;
}

/** Something that takes a moment: a button with what it does, its progress and its outcome. */
export function Action({ name, hint, run, question, reason = null }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ done?: string; error?: string }>({});
  const offline = useOffline();
  const hintId = useId();
  const act = async () => {
    setBusy(true);
    setOutcome({});
    setOutcome(
      await run().then(
        (done) => ({ done }),
        (error: unknown) => ({ error: errorText(error) }),
      ),
    );
    setBusy(false);
  };
  const press = () => {
    if (question) showConfirm(question.title, question.text, { text: name, act: () => void act() });
    else void act();
  };
  return (
    <div className={styles.action}>
      <div className={styles.actionLine}>
        <Button
          isBusy={isBusy}
          isDisabled={offline || reason !== null}
          onPress={press}
          {...(hint || reason ? { 'aria-describedby': hintId } : {})}
        >
          {name}
        </Button>
        {(hint || reason) && (
          <p id={hintId} className={styles.hint}>
            {reason ?? hint}
          </p>
        )}
      </div>
      <p role="status" className={styles.done}>
        {outcome.done && (
          <>
            <CircleCheck size="0.9375rem" aria-hidden="true" />
            {outcome.done}
          </>
        )}
      </p>
      {outcome.error && (
        <p role="alert" className={styles.error}>
          {outcome.error}
        </p>
      )}
    </div>
  );
}
