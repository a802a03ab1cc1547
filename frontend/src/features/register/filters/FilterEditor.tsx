import { type RefObject, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { errorText } from '@/app/texts';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Popover } from '@/components/Popover';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { useLookups } from '../useRegisterData';
import { applyDraft, applyNamed, conditionError, formatMonth } from './apply';
import { type DateKind, type Draft, FIELDS, isList, OPS, opWords, withOp } from './conditions';
import styles from './filters.module.css';
import { PRESETS, type Preset, presetConditions } from './presets';
import { ValueControl } from './ValueControl';

interface FilterEditorProps {
  /** Where the editor stands. */
  anchor: RefObject<HTMLElement | null>;
  draft: Draft;
  /** The filter being edited; null for a new one. */
  replaced: string | null;
  onClose: () => void;
}

const KINDS: readonly { id: DateKind; name: string }[] = [
  { id: 'day', name: 'Day' },
  { id: 'month', name: 'Month' },
  { id: 'year', name: 'Year' },
];

/** Builds one condition: operator, value, Apply. The backend has the last word on it. */
export function FilterEditor({ anchor, draft: given, replaced, onClose }: FilterEditorProps) {
  const title = `Filter by ${FIELDS[given.fieldId].name.toLowerCase()}`;
  return (
    <Popover
      isOpen
      triggerRef={anchor}
      placement="bottom start"
      onOpenChange={(open) => !open && onClose()}
    >
      <Dialog className={styles.editor ?? ''}>
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {title}
        </Heading>
        <EditorForm given={given} replaced={replaced} onClose={onClose} />
      </Dialog>
    </Popover>
  );
}

interface FormProps {
  given: Draft;
  replaced: string | null;
  onClose: () => void;
}

function EditorForm({ given, replaced, onClose }: FormProps) {
  const dateFormat = usePref('dateFormat');
  const lookups = useLookups();
  const [draft, setDraft] = useState(() => forEditing(given, dateFormat));
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState('');
  const [isBusy, setBusy] = useState(false);
  const change = (next: Draft) => {
    setDraft(next);
    setError(null);
  };
  const run = async (apply: Promise<string | null>) => {
    setBusy(true);
    const wrong = await apply.catch((failure: unknown) => errorText(failure));
    setBusy(false);
    setError(wrong);
    if (wrong === null) onClose();
  };
  const submit = (value: unknown) =>
    void run(applyDraft({ ...draft, value }, replaced, dateFormat));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(isList(draft.op) ? withPending(draft.value as string[], pending) : draft.value);
      }}
    >
      {FIELDS[draft.fieldId].type === 'date' && <Presets onPick={run} replaced={replaced} />}
      <Operator draft={draft} onChange={change} />
      <ValueControl
        key={`${draft.op} ${draft.dateKind}`}
        draft={draft}
        lookups={lookups}
        onChange={(value) => change({ ...draft, value })}
        onSubmit={submit}
        onWrong={(code) => setError(conditionError(FIELDS[draft.fieldId].name, code))}
        pending={pending}
        onPending={setPending}
      />
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button look="primary" type="submit" isBusy={isBusy}>
        Apply
      </Button>
    </form>
  );
}

interface OperatorProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** How the field is compared, and for a date how much of it. */
function Operator({ draft, onChange }: OperatorProps) {
  const { type } = FIELDS[draft.fieldId];
  return (
    <>
      {OPS[type].length > 1 && (
        <ChoiceGroup
          label="Operator"
          isLabelHidden
          choices={OPS[type].map((op) => ({ id: op, name: opWords(op, type) }))}
          value={draft.op}
          onChange={(op) => onChange(toDayUnlessIs(withOp(draft, op)))}
        />
      )}
      {type === 'date' && draft.op === 'is' && (
        <ChoiceGroup
          label="How exactly"
          isLabelHidden
          look="bar"
          choices={KINDS}
          value={draft.dateKind}
          onChange={(dateKind) => onChange({ ...draft, dateKind, value: null })}
        />
      )}
    </>
  );
}

/** What stands in the field of a list is meant too. */
function withPending(chosen: readonly string[], pending: string): readonly string[] {
  const text = pending.trim();
  return text === '' || chosen.includes(text) ? chosen : [...chosen, text];
}

function toDayUnlessIs(draft: Draft): Draft {
  if (draft.op === 'is' || draft.dateKind === 'day') return draft;
  return { ...draft, dateKind: 'day', value: null };
}

/** Months are typed in the month form of the date format. */
function forEditing(draft: Draft, format: Parameters<typeof formatMonth>[1]): Draft {
  if (draft.dateKind !== 'month' || typeof draft.value !== 'string') return draft;
  return { ...draft, value: formatMonth(draft.value, format) };
}

interface PresetsProps {
  onPick: (apply: Promise<string | null>) => void;
  replaced: string | null;
}

function Presets({ onPick, replaced }: PresetsProps) {
  const today = useToday();
  const pick = ({ id, name }: Preset) =>
    onPick(applyNamed(`Date: ${name.toLowerCase()}`, presetConditions(id, today), replaced));
  return (
    <div role="group" aria-label="Ranges" className={styles.presets}>
      {PRESETS.map((preset) => (
        <Button key={preset.id} onPress={() => pick(preset)}>
          {preset.name}
        </Button>
      ))}
    </div>
  );
}
