import { useState } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Problem } from '@/components/Problem';
import { SkeletonLines } from '@/components/SkeletonLines';
import type { Schedule } from '@/domain/schedules/schedule';
import { run, unlinkTransactions } from '@/domain/schedules/writes';
import { confirmStep } from '@/lib/history/confirmStep';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { scheduleFormTexts } from '@/texts/schedules';
import { conditionsOf, isComplete } from './draft';
import styles from './editor.module.css';
import { type Mode, useFoundTransactions } from './foundTransactions';
import { TransactionRows } from './TransactionRows';
import type { ScheduleEditing } from './useScheduleDraft';

interface TransactionsProps {
  editing: ScheduleEditing;
  schedule: Schedule | null;
}

const MODES = (['matched', 'linked'] as const).map((id) => ({
  id,
  name: scheduleFormTexts.modes[id],
}));

/** The transactions that a schedule describes, and those that belong to it. */
export function Transactions({ editing, schedule }: TransactionsProps) {
  const [mode, setMode] = useState<Mode>(schedule ? 'linked' : 'matched');
  return (
    <section className={styles.transactions} aria-label={scheduleFormTexts.mode}>
      <div className={styles.transactionsHead}>
        <h3 className={styles.legend}>{scheduleFormTexts.mode}</h3>
        {schedule && (
          <ChoiceGroup
            label={scheduleFormTexts.mode}
            isLabelHidden
            look="bar"
            choices={MODES}
            value={mode}
            onChange={setMode}
          />
        )}
      </div>
      {mode === 'linked' && schedule ? (
        <Linked schedule={schedule} />
      ) : (
        <Matched editing={editing} />
      )}
    </section>
  );
}

/** Those that fit and belong to no schedule; the selected ones are linked when it is saved. */
function Matched({ editing }: { editing: ScheduleEditing }) {
  const { draft, schedule, toLink, setToLink } = editing;
  const conditions = isComplete(draft) ? conditionsOf(draft, schedule) : null;
  const found = useFoundTransactions('matched', schedule?.id ?? null, conditions);
  if (conditions === null) return <p className={styles.hint}>{scheduleFormTexts.waits}</p>;
  if (found.error)
    return <Problem>{scheduleFormTexts.searchFailed(errorText(found.error))}</Problem>;
  if (!found.rows) return <SkeletonLines lines={3} />;
  return (
    <>
      <p className={styles.hint} role="status">
        {found.rows.length === 0
          ? exact.noTransactionsFound
          : toLink.size > 0
            ? scheduleFormTexts.willLink(toLink.size)
            : scheduleFormTexts.matchedHint}
      </p>
      <TransactionRows
        label={scheduleFormTexts.modes.matched}
        rows={found.rows}
        selected={toLink}
        onSelect={setToLink}
      />
    </>
  );
}

/** Those that belong to it, which can be unlinked at once. */
function Linked({ schedule }: { schedule: Schedule }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const found = useFoundTransactions('linked', schedule.id, null);
  const unlink = async () => {
    const unlinking = unlinkTransactions([...selected]);
    if (!(await run(unlinking))) return;
    confirmStep(await unlinking);
    setSelected(new Set());
  };
  if (found.error)
    return <Problem>{scheduleFormTexts.searchFailed(errorText(found.error))}</Problem>;
  if (!found.rows) return <SkeletonLines lines={3} />;
  return (
    <>
      <div className={styles.linkedHead}>
        <p className={styles.hint}>
          {found.rows.length === 0 ? scheduleFormTexts.noneLinked : scheduleFormTexts.linkedHint}
        </p>
        {selected.size > 0 && (
          <Button onPress={() => void unlink()}>{scheduleFormTexts.unlink(selected.size)}</Button>
        )}
      </div>
      <TransactionRows
        label={scheduleFormTexts.modes.linked}
        rows={found.rows}
        selected={selected}
        onSelect={setSelected}
      />
    </>
  );
}
