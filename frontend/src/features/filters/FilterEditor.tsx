import { type RefObject, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Button } from '@/components/Button';
import { ConditionEditor } from '@/components/conditions/ConditionEditor';
import { type Draft, FIELDS } from '@/components/conditions/conditions';
import { conditionError } from '@/components/conditions/errorWords';
import { Popover } from '@/components/Popover';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { useViewStore } from '@/domain/transactions/view';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { filtersTexts } from '@/texts/filters';
import { applyDraft, applyNamed } from './apply';
import styles from './filters.module.css';
import { PRESETS, type Preset, presetConditions } from './presets';

interface FilterEditorProps {
  /** Where the editor stands. */
  anchor: RefObject<HTMLElement | null>;
  draft: Draft;
  /** The filter being edited; null for a new one. */
  replaced: string | null;
  onClose: () => void;
}

/** Builds one condition: operator, value, Apply. The backend has the last word on it. */
export function FilterEditor({ anchor, draft: given, replaced, onClose }: FilterEditorProps) {
  const title = filtersTexts.filterByField(FIELDS[given.fieldId].name);
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
  const view = useViewStore();
  const dateFormat = usePref('dateFormat');
  const lookups = useLookups();
  const [draft, setDraft] = useState(given);
  const [error, setError] = useState<string | null>(null);
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
  const submit = (finished: Draft) => void run(applyDraft(view, finished, replaced, dateFormat));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(draft);
      }}
    >
      {FIELDS[draft.fieldId].type === 'date' && <Presets onPick={run} replaced={replaced} />}
      <ConditionEditor
        draft={draft}
        lookups={lookups}
        onChange={change}
        onSubmit={submit}
        onWrong={(code) => setError(conditionError(FIELDS[draft.fieldId].name, code))}
      />
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button look="primary" type="submit" isBusy={isBusy}>
        {commonTexts.apply}
      </Button>
    </form>
  );
}

interface PresetsProps {
  onPick: (apply: Promise<string | null>) => void;
  replaced: string | null;
}

function Presets({ onPick, replaced }: PresetsProps) {
  const view = useViewStore();
  const today = useToday();
  const pick = ({ id, name }: Preset) =>
    onPick(applyNamed(view, filtersTexts.date(name), presetConditions(id, today), replaced));
  return (
    <div role="group" aria-label={filtersTexts.ranges} className={styles.presets}>
      {PRESETS.map((preset) => (
        <Button key={preset.id} onPress={() => pick(preset)}>
          {preset.name}
        </Button>
      ))}
    </div>
  );
}
