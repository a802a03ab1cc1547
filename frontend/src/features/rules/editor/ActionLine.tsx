import { X } from 'lucide-react';
import type { Draft, FieldId } from '@/components/conditions/conditions';
import { errorWords } from '@/components/conditions/errorWords';
import { ValueControl } from '@/components/conditions/ValueControl';
import { IconButton } from '@/components/IconButton';
import { AmountField } from '@/components/pickers/AmountField';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { useLookups } from '@/domain/transactions/useTransactionData';
import type { Action } from '@/generated/contract';
import { conditionsTexts } from '@/texts/conditions';
import { ruleEditorTexts } from '@/texts/rules';
import { type ActionRow, lineOf } from './draft';
import styles from './editor.module.css';
import { KeptAction } from './Kept';
import { ScheduleChoice } from './ScheduleChoice';
import {
  METHODS,
  type Method,
  methodOf,
  type What,
  whatOf,
  whatsFor,
  withMethod,
  withWhat,
} from './whats';

interface LineProps {
  row: ActionRow;
  number: number;
  /** It was just added and takes the focus. */
  isNew: boolean;
  /** The schedule that the rule belongs to. */
  ownSchedule: string | null;
  /** A code of `errorWords`. */
  error: string | undefined;
  onChange: (action: Action) => void;
  onRemove: () => void;
}

/** One action: what it does, and its value. */
export function ActionLine(props: LineProps) {
  const { row, number, isNew, ownSchedule, error, onChange, onRemove } = props;
  const { action } = row;
  const isOwnLink =
    action.op === 'link-schedule' && ownSchedule !== null && action.value === ownSchedule;
  const what = isOwnLink ? null : whatOf(action);
  const method = methodOf(action);
  const isKept = what === null && method === null;
  return (
    <div
      role="group"
      aria-label={ruleEditorTexts.actionAt(number)}
      className={styles.line}
      data-kept={isKept || undefined}
      data-action-line
    >
      {isKept && (
        <KeptAction action={action} schedule={isOwnLink ? ownSchedule : null} error={error} />
      )}
      {what !== null && (
        <Setting
          action={action}
          what={what}
          isInLine={lineOf(row) > 0}
          isNew={isNew}
          error={error}
          onChange={onChange}
        />
      )}
      {method !== null && (
        <Share action={action} method={method} isNew={isNew} error={error} onChange={onChange} />
      )}
      {method === null && (
        <IconButton
          label={ruleEditorTexts.removeAction}
          onPress={onRemove}
          className={styles.remove}
        >
          <X size="1rem" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

interface PartProps {
  action: Action;
  isNew: boolean;
  error: string | undefined;
  onChange: (action: Action) => void;
}

interface SettingProps extends PartProps {
  what: What;
  isInLine: boolean;
}

function Setting({ action, what, isInLine, isNew, error, onChange }: SettingProps) {
  const lookups = useLookups();
  const words = error === undefined ? undefined : errorWords(error);
  const fieldId = (action.op === 'set' ? action.field : 'notes') as FieldId;
  const draft: Draft = { fieldId, op: 'is', value: action.value, dateKind: 'day', pending: '' };
  const change = (next: Draft) => onChange({ ...action, value: next.value });
  return (
    <>
      <div className={styles.field}>
        <Select
          label={ruleEditorTexts.action}
          options={whatsFor(isInLine)}
          value={what}
          onChange={(next) => onChange(withWhat(action, next))}
          autoFocus={isNew}
        />
      </div>
      {what === 'link-schedule' && (
        <div className={styles.value}>
          <ScheduleChoice action={action} error={words} onChange={onChange} />
        </div>
      )}
      {what !== 'delete-transaction' && what !== 'link-schedule' && (
        <div className={styles.value}>
          <ValueControl
            key={what}
            draft={draft}
            lookups={lookups}
            onChange={change}
            onSubmit={change}
            onWrong={() => {}}
            takesFocus={false}
            hasHint={false}
            holdsText="by-key"
            error={words}
          />
          {what === 'amount' && <p className={styles.hint}>{ruleEditorTexts.signHint}</p>}
        </div>
      )}
    </>
  );
}

/** How much a split line gets. */
function Share({ action, method, isNew, error, onChange }: PartProps & { method: Method }) {
  const words = error === undefined ? undefined : errorWords(error);
  const amount = typeof action.value === 'number' ? action.value : null;
  return (
    <>
      <div className={styles.field}>
        <Select
          label={ruleEditorTexts.splitOff}
          options={METHODS}
          value={method}
          onChange={(next) => onChange(withMethod(action, next))}
          autoFocus={isNew}
        />
      </div>
      <div className={styles.value}>
        {method === 'fixed-amount' && (
          <>
            <AmountField
              label={conditionsTexts.amount}
              value={amount}
              onChange={(value) => onChange({ ...action, value })}
              error={words}
              holdsText="by-key"
            />
            <p className={styles.hint}>{ruleEditorTexts.signHint}</p>
          </>
        )}
        {method === 'fixed-percent' && (
          <TextField
            label={ruleEditorTexts.percent}
            inputMode="decimal"
            value={`${action.value ?? ''}`}
            onChange={(value) => onChange({ ...action, value })}
            error={words}
          />
        )}
      </div>
    </>
  );
}
