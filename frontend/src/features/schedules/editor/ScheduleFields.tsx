import { Repeat } from 'lucide-react';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { AccountPicker } from '@/components/pickers/AccountPicker';
import { AmountField } from '@/components/pickers/AmountField';
import { DateField } from '@/components/pickers/DateField';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { PHONE, useMedia } from '@/components/useMedia';
import { useUpcomingDates } from '@/domain/schedules/api';
import type { Recurrence } from '@/domain/schedules/recurrence';
import { recurrenceWords } from '@/domain/schedules/recurrenceWords';
import { RecentPayeePicker } from '@/domain/transactions/RecentPayeePicker';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { pushModal } from '@/lib/modals/modals';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { capitalized } from '@/texts/locale';
import { recurrenceEditorTexts, scheduleFormTexts } from '@/texts/schedules';
import { DATES_AHEAD, DateList } from './DateList';
import {
  firstDay,
  repeats,
  shownAmount,
  withAmount,
  withDirection,
  withFirstDay,
  withOp,
  withRepeats,
} from './draft';
import styles from './editor.module.css';
import { previewFailed } from './previewFailed';
import { RecurrenceDialog } from './RecurrenceDialog';
import type { ScheduleEditing } from './useScheduleDraft';

/** The fields of a schedule: who, where, how much, when. */
export function ScheduleFields({ editing }: { editing: ScheduleEditing }) {
  const { draft, change, errors, schedule } = editing;
  const { payees, accounts } = useLookups();
  return (
    <div className={styles.fields}>
      <div className={styles.payee}>
        <RecentPayeePicker
          label={scheduleFormTexts.payee}
          payees={payees}
          value={draft.payee}
          onChange={(payee) => change({ ...draft, payee })}
          autoFocus={schedule === null}
        />
      </div>
      <div className={styles.account}>
        <AccountPicker
          label={scheduleFormTexts.account}
          accounts={accounts}
          value={draft.account}
          onChange={(account) => change({ ...draft, account })}
          error={errors.account}
        />
        <AccountNote account={draft.account} />
      </div>
      <AmountFields editing={editing} />
      <DateFields editing={editing} />
      <div className={styles.name}>
        <TextField
          label={scheduleFormTexts.name}
          hint={scheduleFormTexts.nameHint}
          value={draft.name}
          onChange={(name) => change({ ...draft, name })}
          error={errors.name}
          autoComplete="off"
        />
      </div>
      <div className={styles.posts}>
        <Checkbox
          isSelected={draft.posts}
          onChange={(posts) => change({ ...draft, posts })}
          hint={scheduleFormTexts.postsHint}
        >
          {scheduleFormTexts.posts}
        </Checkbox>
      </div>
    </div>
  );
}

/** Says when nothing can be posted to the account. */
function AccountNote({ account: id }: { account: string | null }) {
  const { accounts } = useLookups();
  if (id === null || accounts.length === 0) return null;
  const account = accounts.find((each) => each.id === id);
  if (account && !account.closed) return null;
  const note = account ? scheduleFormTexts.accountClosed : scheduleFormTexts.accountDeleted;
  return <p className={styles.hint}>{note}</p>;
}

const OPS = (['is', 'isapprox', 'isbetween'] as const).map((id) => ({
  id,
  name: scheduleFormTexts.ops[id],
}));
const DIRECTIONS = (['payment', 'deposit'] as const).map((id) => ({
  id,
  name: scheduleFormTexts[id],
}));

function AmountFields({ editing }: { editing: ScheduleEditing }) {
  const { draft, change, errors } = editing;
  const isPhone = useMedia(PHONE);
  const isRange = draft.op === 'isbetween';
  return (
    <>
      <div className={styles.amount} data-range={isRange || undefined}>
        <AmountField
          label={isRange ? scheduleFormTexts.from : scheduleFormTexts.amount}
          value={shownAmount(draft, draft.amount)}
          onChange={(typed) => change(withAmount(draft, 'amount', typed))}
          error={errors.amount}
          holdsText="by-key"
          withPad={isPhone}
        />
        {isRange && (
          <AmountField
            label={scheduleFormTexts.to}
            value={shownAmount(draft, draft.amountTo)}
            onChange={(typed) => change(withAmount(draft, 'amountTo', typed))}
            error={errors.amountTo}
            holdsText="by-key"
            withPad={isPhone}
          />
        )}
      </div>
      <div className={styles.kind}>
        <Select
          label={scheduleFormTexts.amountOp}
          options={OPS}
          value={draft.op}
          onChange={(op) => change(withOp(draft, op))}
        />
        <ChoiceGroup
          label={scheduleFormTexts.direction}
          look="bar"
          choices={DIRECTIONS}
          value={draft.direction}
          onChange={(direction) => change(withDirection(draft, direction))}
        />
      </div>
    </>
  );
}

function DateFields({ editing }: { editing: ScheduleEditing }) {
  const { draft, change, errors } = editing;
  const today = useToday();
  const isRepeating = repeats(draft);
  const recurrence = typeof draft.date === 'object' ? draft.date : null;
  return (
    <>
      <div className={styles.date}>
        <DateField
          label={isRepeating ? recurrenceEditorTexts.start : scheduleFormTexts.date}
          value={firstDay(draft)}
          onChange={(day) => change(withFirstDay(draft, day))}
          error={errors.date}
        />
      </div>
      <div className={styles.repeats}>
        <Checkbox isSelected={isRepeating} onChange={(is) => change(withRepeats(draft, is, today))}>
          {scheduleFormTexts.repeats}
        </Checkbox>
        {recurrence && (
          <Rhythm recurrence={recurrence} onChange={(date) => change({ ...draft, date })} />
        )}
      </div>
      {recurrence && <UpcomingDates recurrence={recurrence} />}
    </>
  );
}

interface RhythmProps {
  recurrence: Recurrence;
  onChange: (recurrence: Recurrence) => void;
}

function Rhythm({ recurrence, onChange }: RhythmProps) {
  const format = usePref('dateFormat');
  const edit = () =>
    pushModal('recurrence', (close) => (
      <RecurrenceDialog recurrence={recurrence} onApply={onChange} onClose={close} />
    ));
  return (
    <Button
      className={styles.rhythm}
      aria-description={scheduleFormTexts.editRecurrence}
      onPress={edit}
    >
      <Repeat size="1rem" aria-hidden="true" />
      {capitalized(recurrenceWords(recurrence, format))}
    </Button>
  );
}

function UpcomingDates({ recurrence }: { recurrence: Recurrence }) {
  const { data: days, error } = useUpcomingDates(recurrence, DATES_AHEAD);
  return (
    <div className={styles.dates}>
      {error ? (
        <p role="alert" className={styles.invalid}>
          {previewFailed(error)}
        </p>
      ) : (
        days && (
          <DateList
            label={scheduleFormTexts.upcoming}
            days={days}
            none={recurrenceEditorTexts.noDates}
          />
        )
      )}
    </div>
  );
}
