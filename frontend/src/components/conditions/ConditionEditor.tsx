import { conditionsTexts } from '@/texts/conditions';
import { ChoiceGroup } from '../ChoiceGroup';
import {
  type DateKind,
  type Draft,
  FIELDS,
  OPS,
  opWords,
  withDateKind,
  withOp,
} from './conditions';
import type { Lookups } from './lookups';
import { ValueControl } from './ValueControl';

export interface ConditionEditorProps {
  draft: Draft;
  lookups: Lookups;
  onChange: (draft: Draft) => void;
  /** Enter in the value: the condition is complete. */
  onSubmit: (draft: Draft) => void;
  /** The typed value cannot be read; a code of `conditionError`. */
  onWrong: (code: string) => void;
}

const KINDS: readonly { id: DateKind; name: string }[] = [
  { id: 'day', name: conditionsTexts.day },
  { id: 'month', name: conditionsTexts.month },
  { id: 'year', name: conditionsTexts.year },
];

/** Builds one condition on the field of its draft: the operator, then the value. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { draft, onChange } = props;
  const { type } = FIELDS[draft.fieldId];
  return (
    <>
      {OPS[type].length > 1 && (
        <ChoiceGroup
          label={conditionsTexts.operator}
          isLabelHidden
          choices={OPS[type].map((op) => ({ id: op, name: opWords(op, type) }))}
          value={draft.op}
          onChange={(op) => onChange(withOp(draft, op))}
        />
      )}
      <DateKindChoice draft={draft} onChange={onChange} />
      <ValueControl key={`${draft.op} ${draft.dateKind}`} {...props} />
    </>
  );
}

type DateKindProps = Pick<ConditionEditorProps, 'draft' | 'onChange'>;

/** Day, month or year, where the operator leaves a choice. */
export function DateKindChoice({ draft, onChange }: DateKindProps) {
  if (FIELDS[draft.fieldId].type !== 'date' || draft.op !== 'is') return null;
  return (
    <ChoiceGroup
      label={conditionsTexts.howExactly}
      isLabelHidden
      look="bar"
      choices={KINDS}
      value={draft.dateKind}
      onChange={(dateKind) => onChange(withDateKind(draft, dateKind))}
    />
  );
}
