import { type ReactNode, type RefObject, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { Button } from '../Button';
import { Popover } from '../Popover';
import { ConditionEditor } from './ConditionEditor';
import styles from './conditionPopover.module.css';
import { type Draft, FIELDS } from './conditions';
import { conditionError } from './errorWords';
import type { Lookups } from './lookups';

/** Resolves to what is wrong with a condition, or to null once it applies. */
export type Applying = Promise<string | null>;

interface ConditionPopoverProps {
  /** Where the editor stands. */
  anchor: RefObject<HTMLElement | null>;
  title: string;
  draft: Draft;
  lookups: Lookups;
  apply: (draft: Draft) => Applying;
  onClose: () => void;
  /** Above the condition: other things that can be put in force. */
  above?: (run: (applying: Applying) => void) => ReactNode;
}

/** Builds one condition: operator, value, Apply. */
export function ConditionPopover(props: ConditionPopoverProps) {
  const { anchor, title, onClose } = props;
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
        <EditorForm {...props} />
      </Dialog>
    </Popover>
  );
}

function EditorForm({ draft: given, lookups, apply, onClose, above }: ConditionPopoverProps) {
  const [draft, setDraft] = useState(given);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (next: Draft) => {
    setDraft(next);
    setError(null);
  };
  const run = async (applying: Applying) => {
    setBusy(true);
    const wrong = await applying.catch((failure: unknown) => errorText(failure));
    setBusy(false);
    setError(wrong);
    if (wrong === null) onClose();
  };
  const submit = (finished: Draft) => void run(apply(finished));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(draft);
      }}
    >
      {above?.((applying) => void run(applying))}
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
