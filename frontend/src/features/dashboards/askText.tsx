import { useState } from 'react';
import { askToDiscard } from '@/components/askToDiscard';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { FormDialog } from '@/components/FormDialog';
import { TextAreaField } from '@/components/TextAreaField';
import { useSubmit } from '@/components/useSubmit';
import type { DashboardCard, DashboardPage } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { cardTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { addCard, writeText } from './api';
import { ADDABLE, settingOf } from './model/cards';

const LEFT = 'left';

/** The words of the file for how the lines of a text stand. */
const ALIGNMENTS = [
  { id: LEFT, name: cardTexts.alignLeft },
  { id: 'center', name: cardTexts.alignCenter },
  { id: 'right', name: cardTexts.alignRight },
] as const;

type Alignment = (typeof ALIGNMENTS)[number]['id'];

const alignmentOf = (stored: string): Alignment =>
  ALIGNMENTS.find(({ id }) => id === stored)?.id ?? LEFT;

/** What of the settings of a card of text was changed. */
type Changed = Partial<Record<'content' | 'text_align', string>>;

/** Asks for the text of a card and writes it. */
export function askText(card: DashboardCard): void {
  pushModal('card-text', (close) => (
    <TextDialog
      title={cardTexts.editText}
      text={settingOf(card, 'content')}
      alignment={alignmentOf(settingOf(card, 'text_align'))}
      keep={(changed) => writeText(card, changed)}
      onClose={close}
    />
  ));
}

/** Asks for a text and adds a card with it; `added` learns the id of the card. */
export function askNewText(page: DashboardPage, added: (id: string) => void): void {
  const keep = async (changed: Changed) => {
    const type = 'markdown-card';
    const meta = { content: '', ...changed };
    added(await addCard(page, { type, size: ADDABLE[type], meta }));
  };
  pushModal('card-text', (close) => (
    <TextDialog title={cardTexts.addText} text="" alignment={LEFT} keep={keep} onClose={close} />
  ));
}

interface TextDialogProps {
  title: string;
  /** As they are stored. */
  text: string;
  alignment: Alignment;
  keep: (changed: Changed) => Promise<void>;
  onClose: () => void;
}

function TextDialog({ title, keep, onClose, ...stored }: TextDialogProps) {
  const [text, setText] = useState(stored.text);
  const [alignment, setAlignment] = useState(stored.alignment);
  const changed: Changed = {
    ...(text === stored.text ? {} : { content: text }),
    ...(alignment === stored.alignment ? {} : { text_align: alignment }),
  };
  const submission = useSubmit({
    isValid: true,
    send: () => keep(changed).then(onClose),
    explain: errorText,
  });
  return (
    <FormDialog
      title={title}
      size="medium"
      action={commonTexts.save}
      submission={submission}
      onClose={onClose}
      isDirty={Object.keys(changed).length > 0}
      askToLeave={askToDiscard}
    >
      <TextAreaField
        label={cardTexts.text}
        hint={cardTexts.textHint}
        rows={12}
        autoFocus
        value={text}
        onChange={(text) => {
          setText(text);
          submission.forget();
        }}
      />
      <ChoiceGroup
        label={cardTexts.alignment}
        choices={ALIGNMENTS}
        value={alignment}
        onChange={setAlignment}
      />
    </FormDialog>
  );
}
