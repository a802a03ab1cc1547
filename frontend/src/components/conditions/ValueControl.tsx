import { usePref } from '@/lib/prefs/prefs';
import { commonTexts } from '@/texts/common';
import { conditionsTexts } from '@/texts/conditions';
import { ChoiceGroup } from '../ChoiceGroup';
import { AccountPicker } from '../pickers/AccountPicker';
import { AmountField, type AmountFieldProps } from '../pickers/AmountField';
import { CategoryPicker } from '../pickers/CategoryPicker';
import { DateField } from '../pickers/DateField';
import type { CommitHow, FieldProps } from '../pickers/field';
import { GroupPicker } from '../pickers/GroupPicker';
import { PayeePicker } from '../pickers/PayeePicker';
import { TextField } from '../TextField';
import { type Draft, FIELDS, type FieldId, isList, isText, type Pair } from './conditions';
import styles from './conditions.module.css';
import { type Lookups, nameIn } from './lookups';
import { monthForm } from './months';
import { Tokens } from './Tokens';

interface ValueProps {
  draft: Draft;
  lookups: Lookups;
  onChange: (draft: Draft) => void;
  /** Enter: the condition is complete. */
  onSubmit: (draft: Draft) => void;
  /** The typed text cannot be read; the code says why. */
  onWrong: (code: string) => void;
  /** Whether its field has the focus from the start (default true). */
  takesFocus?: boolean;
  /** The error of the value, shown under its field. */
  error?: string | undefined;
  /** Whether amounts explain their sign (default true). */
  hasHint?: boolean;
  /** When amounts keep a text that is none. */
  holdsText?: AmountFieldProps['holdsText'];
}

/** The control that fits the field and operator of a condition. */
export function ValueControl(props: ValueProps) {
  const { draft } = props;
  const { type } = FIELDS[draft.fieldId];
  if (isList(draft.op)) return <ListValue {...props} />;
  if (isText(draft)) return <TextValue {...props} />;
  if (type === 'id') return <NamedValue {...props} />;
  if (type === 'number') return <NumberValue {...props} />;
  if (type === 'date') return <DateValue {...props} />;
  return (
    <ChoiceGroup
      label={conditionsTexts.value}
      isLabelHidden
      look="bar"
      choices={[
        { id: 'yes', name: conditionsTexts.cleared },
        { id: 'no', name: conditionsTexts.notCleared },
      ]}
      value={draft.value ? 'yes' : 'no'}
      onChange={(id) => props.onChange({ ...draft, value: id === 'yes' })}
      autoFocus={props.takesFocus ?? true}
    />
  );
}

/** Enter in a field applies what it took; Tab goes on to the next control. */
function onEnter<T>(
  submit: (value: T) => void,
  refuse: () => void = () => {},
): FieldProps<T>['onCommit'] {
  return (how: CommitHow, value: T, kept: boolean) => {
    if (kept) refuse();
    else if (how === 'enter' || how === 'mod-enter') submit(value);
  };
}

/** Enter in a plain text field submits the form by itself. */
function TextValue({ draft, onChange, takesFocus = true, error }: ValueProps) {
  return (
    <TextField
      label={conditionsTexts.text}
      value={String(draft.value ?? '')}
      onChange={(value) => onChange({ ...draft, value })}
      error={error}
      autoFocus={takesFocus}
    />
  );
}

function NamedValue(props: ValueProps) {
  const { draft, lookups, onChange, onSubmit, takesFocus = true, error } = props;
  return (
    <NamedPicker
      field={draft.fieldId}
      lookups={lookups}
      label={FIELDS[draft.fieldId].name}
      value={draft.value as string | null}
      onChange={(value) => onChange({ ...draft, value })}
      onCommit={onEnter((value) => onSubmit({ ...draft, value }))}
      error={error}
      autoFocus={takesFocus}
    />
  );
}

interface NamedPickerProps extends FieldProps<string | null> {
  field: string;
  lookups: Lookups;
}

function NamedPicker({ field, lookups, ...rest }: NamedPickerProps) {
  if (field === 'category') return <CategoryPicker {...rest} groups={lookups.groups} />;
  if (field === 'category_group') return <GroupPicker {...rest} groups={lookups.groups} />;
  if (field === 'account') return <AccountPicker {...rest} accounts={lookups.accounts} />;
  return <PayeePicker {...rest} payees={lookups.payees} canCreate={false} />;
}

/** The fields that take several names. */
const ADD_TO: Partial<Record<FieldId, string>> = {
  account: commonTexts.addAccount,
  category: conditionsTexts.addCategory,
  category_group: conditionsTexts.addGroup,
  payee: conditionsTexts.addPayee,
};

function ListValue(props: ValueProps) {
  const { draft, lookups, onChange, onSubmit, takesFocus = true, error } = props;
  const chosen = draft.value as string[];
  const { name, type } = FIELDS[draft.fieldId];
  const add = (entry: string | null) => {
    const text = entry?.trim() ?? '';
    if (text === '') return onSubmit(draft);
    const value = chosen.includes(text) ? chosen : [...chosen, text];
    onChange({ ...draft, value, pending: '' });
  };
  const names = chosen.map((value) => {
    const shown = type === 'id' ? nameIn(lookups, draft.fieldId, value) || '…' : value;
    return [value, shown] as const;
  });
  return (
    <Tokens
      label={name}
      names={names}
      onRemove={(value) => onChange({ ...draft, value: chosen.filter((each) => each !== value) })}
    >
      {type === 'id' ? (
        <NamedPicker
          field={draft.fieldId}
          lookups={lookups}
          label={ADD_TO[draft.fieldId] ?? name}
          value={null}
          onChange={(value) => value !== null && add(value)}
          onCommit={onEnter((value) => value === null && onSubmit(draft))}
          error={error}
          autoFocus={takesFocus}
        />
      ) : (
        <TextField
          label={conditionsTexts.addText}
          value={draft.pending}
          onChange={(pending) => onChange({ ...draft, pending })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(event.currentTarget.value);
          }}
          error={error}
          autoFocus={takesFocus}
        />
      )}
    </Tokens>
  );
}

function NumberValue(props: ValueProps) {
  const { draft, onChange, onSubmit, onWrong, takesFocus = true, error, hasHint = true } = props;
  const holding = props.holdsText ? { holdsText: props.holdsText } : {};
  const refuse = () => onWrong('not-number');
  const isSigned = draft.fieldId === 'amount' && draft.op !== 'isapprox';
  const hint = isSigned && hasHint && <p className={styles.hint}>{conditionsTexts.signHint}</p>;
  if (draft.op !== 'isbetween') {
    return (
      <div>
        <AmountField
          {...holding}
          label={conditionsTexts.amount}
          value={draft.value as number | null}
          onChange={(value) => onChange({ ...draft, value })}
          onCommit={onEnter((value) => onSubmit({ ...draft, value }), refuse)}
          error={error}
          autoFocus={takesFocus}
        />
        {hint}
      </div>
    );
  }
  const pair = draft.value as Pair;
  const withPart = (part: Partial<Pair>): Draft => ({ ...draft, value: { ...pair, ...part } });
  return (
    <div className={styles.pair}>
      <AmountField
        {...holding}
        label={conditionsTexts.from}
        value={pair.num1}
        onChange={(num1) => onChange(withPart({ num1 }))}
        onCommit={onEnter((num1) => onSubmit(withPart({ num1 })), refuse)}
        error={error}
        autoFocus={takesFocus}
      />
      <AmountField
        {...holding}
        label={conditionsTexts.to}
        value={pair.num2}
        onChange={(num2) => onChange(withPart({ num2 }))}
        onCommit={onEnter((num2) => onSubmit(withPart({ num2 })), refuse)}
      />
      {hint}
    </div>
  );
}

function DateValue(props: ValueProps) {
  const { draft, onChange, onSubmit, onWrong, takesFocus = true, error } = props;
  const format = usePref('dateFormat');
  if (draft.dateKind === 'day') {
    return (
      <DateField
        label={conditionsTexts.day}
        value={draft.value as string | null}
        onChange={(value) => onChange({ ...draft, value })}
        onCommit={onEnter((value) =>
          value === null ? onWrong('date-format') : onSubmit({ ...draft, value }),
        )}
        error={error}
        autoFocus={takesFocus}
      />
    );
  }
  const isMonth = draft.dateKind === 'month';
  return (
    <TextField
      key={draft.dateKind}
      label={isMonth ? conditionsTexts.month : conditionsTexts.year}
      placeholder={isMonth ? monthForm(format).toUpperCase() : 'YYYY'}
      inputMode="numeric"
      value={String(draft.value ?? '')}
      onChange={(value) => onChange({ ...draft, value })}
      error={error}
      autoFocus={takesFocus}
    />
  );
}
