import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { DateKindChoice } from '@/components/conditions/ConditionEditor';
import {
  type Draft,
  FIELD_IDS,
  FIELDS,
  opWords,
  ruleOps,
  withOp,
} from '@/components/conditions/conditions';
import { errorWords } from '@/components/conditions/errorWords';
import { ValueControl } from '@/components/conditions/ValueControl';
import { IconButton } from '@/components/IconButton';
import { Select } from '@/components/Select';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { ruleEditorTexts } from '@/texts/rules';
import { type ConditionRow, newCondition, withField } from './draft';
import styles from './editor.module.css';
import { KeptCondition } from './Kept';
import type { RuleEditing } from './useRuleDraft';

const WAYS = [
  { id: 'and', name: ruleEditorTexts.matchAll },
  { id: 'or', name: ruleEditorTexts.matchAny },
] as const;

const FIELD_OPTIONS = FIELD_IDS.map((id) => ({ id, name: FIELDS[id].name }));

/** The conditions of a rule, one line each. */
export function ConditionsEditor({ editing }: { editing: RuleEditing }) {
  const { draft, change } = editing;
  const { conditions } = draft;
  const [newest, setNewest] = useState<number | null>(null);
  const add = () => {
    const row = newCondition();
    setNewest(row.key);
    change({ conditions: [...conditions, row] });
  };
  // The date of a schedule is what its rule goes by.
  const isScheduled = editing.schedule !== null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{ruleEditorTexts.conditions}</legend>
      <ChoiceGroup
        label={ruleEditorTexts.when}
        isLabelHidden
        choices={WAYS}
        value={draft.conditionsOp}
        onChange={(conditionsOp) => change({ conditionsOp })}
      />
      {conditions.map((row, at) => (
        <ConditionLine
          key={row.key}
          row={row}
          number={at + 1}
          isNew={row.key === newest}
          isFixed={isScheduled && row.condition.field === 'date'}
          error={editing.conditionErrors[row.key]}
          onChange={(next) => {
            editing.forgetCondition(row.key);
            change({ conditions: conditions.with(at, { ...row, draft: next }) });
          }}
          onRemove={() => change({ conditions: conditions.toSpliced(at, 1) })}
        />
      ))}
      <div>
        <Button onPress={add}>
          <Plus size="1rem" aria-hidden="true" />
          {ruleEditorTexts.addCondition}
        </Button>
      </div>
    </fieldset>
  );
}

interface LineProps {
  row: ConditionRow;
  number: number;
  /** It was just added and takes the focus. */
  isNew: boolean;
  /** It cannot be removed. */
  isFixed: boolean;
  /** A code of `errorWords`. */
  error: string | undefined;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}

function ConditionLine({ row, number, isNew, isFixed, error, onChange, onRemove }: LineProps) {
  return (
    <div
      role="group"
      aria-label={ruleEditorTexts.conditionAt(number)}
      className={styles.line}
      data-kept={row.draft === null || undefined}
    >
      {row.draft === null ? (
        <KeptCondition condition={row.condition} isOfSchedule={isFixed} error={error} />
      ) : (
        <Controls draft={row.draft} isNew={isNew} error={error} onChange={onChange} />
      )}
      <IconButton
        label={isFixed ? ruleEditorTexts.scheduleDate : ruleEditorTexts.removeCondition}
        isDisabled={isFixed}
        onPress={onRemove}
        className={styles.remove}
      >
        <X size="1rem" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type ControlsProps = Pick<LineProps, 'isNew' | 'error' | 'onChange'> & { draft: Draft };

function Controls({ draft, isNew, error, onChange }: ControlsProps) {
  const lookups = useLookups();
  const [wrong, setWrong] = useState<string>();
  const { type } = FIELDS[draft.fieldId];
  const code = error ?? wrong;
  const words = code === undefined ? undefined : errorWords(code);
  const isOfField = code === 'invalid-field' || code === 'internal';
  const change = (next: Draft) => {
    setWrong(undefined);
    onChange(next);
  };
  return (
    <>
      <div className={styles.field}>
        <Select
          label={ruleEditorTexts.field}
          options={FIELD_OPTIONS}
          value={draft.fieldId}
          onChange={(fieldId) => change(withField(draft, fieldId))}
          autoFocus={isNew}
          error={isOfField ? words : undefined}
        />
      </div>
      <div className={styles.operator}>
        <Select
          label={ruleEditorTexts.operator}
          options={ruleOps(draft.fieldId).map((op) => ({ id: op, name: opWords(op, type) }))}
          value={draft.op}
          onChange={(op) => change(withOp(draft, op))}
        />
      </div>
      <div className={styles.value}>
        <DateKindChoice draft={draft} onChange={change} />
        <ValueControl
          key={`${draft.fieldId} ${draft.op} ${draft.dateKind}`}
          draft={draft}
          lookups={lookups}
          onChange={change}
          onSubmit={change}
          onWrong={setWrong}
          takesFocus={false}
          hasHint={false}
          holdsText="by-key"
          error={isOfField ? undefined : words}
        />
      </div>
    </>
  );
}
