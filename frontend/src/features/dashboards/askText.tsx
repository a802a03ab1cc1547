import { useId, useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { useSubmit } from '@/components/useSubmit';
import type { DashboardCard, DashboardPage } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { cardTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { addCard, writeText } from './api';
import styles from './askText.module.css';
import { ADDABLE, settingOf } from './model/cards';

/** Asks for the text of a card and writes it. */
export function askText(card: DashboardCard): void {
  const keep = (text: string) => writeText(card, text);
  const given = settingOf(card, 'content');
  pushModal('card-text', (close) => (
    <TextDialog title={cardTexts.editText} given={given} keep={keep} onClose={close} />
  ));
}

/** Asks for a text and adds a card with it; `added` learns the id of the card. */
export function askNewText(page: DashboardPage, added: (id: string) => void): void {
  const keep = async (content: string) => {
    const type = 'markdown-card';
    added(await addCard(page, { type, size: ADDABLE[type], meta: { content } }));
  };
  pushModal('card-text', (close) => (
    <TextDialog title={cardTexts.addText} given="" keep={keep} onClose={close} />
  ));
}

interface TextDialogProps {
  title: string;
  given: string;
  keep: (text: string) => Promise<void>;
  onClose: () => void;
}

function TextDialog({ title, given, keep, onClose }: TextDialogProps) {
  const [text, setText] = useState(given);
  const id = useId();
  const submission = useSubmit({
    isValid: true,
    send: () => keep(text).then(onClose),
    explain: errorText,
  });
  return (
    <FormDialog
      title={title}
      size="medium"
      action={commonTexts.save}
      submission={submission}
      onClose={onClose}
      isDirty={text !== given}
      hint={cardTexts.textHint}
    >
      <label className={styles.label} htmlFor={id}>
        {cardTexts.text}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={12}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to write in it.
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          submission.forget();
        }}
      />
    </FormDialog>
  );
}
