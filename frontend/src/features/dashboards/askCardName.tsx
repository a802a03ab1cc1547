import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { TextField } from '@/components/TextField';
import { useSubmit } from '@/components/useSubmit';
import type { DashboardCard } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { cardTitle } from '@/texts/cards';
import { commonTexts } from '@/texts/common';
import { cardTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { nameCard } from './api';
import { settingOf } from './model/cards';

/** Asks for the name of a card, which may be empty, and writes it. */
export function askCardName(card: DashboardCard): void {
  pushModal('card-name', (close) => <CardNameDialog card={card} onClose={close} />);
}

function CardNameDialog({ card, onClose }: { card: DashboardCard; onClose: () => void }) {
  const name = settingOf(card, 'name');
  const [text, setText] = useState(name);
  const submission = useSubmit({
    isValid: true,
    send: () => nameCard(card, text.trim()).then(onClose),
    explain: errorText,
  });
  return (
    <FormDialog
      title={cardTexts.rename}
      action={commonTexts.save}
      submission={submission}
      showsFailure={false}
      onClose={onClose}
      isDirty={text !== name}
    >
      <TextField
        label={cardTexts.name}
        hint={cardTexts.nameHint(cardTitle('', card.type))}
        value={text}
        error={submission.failure}
        autoComplete="off"
        autoFocus
        onChange={(next) => {
          setText(next);
          submission.forget();
        }}
      />
    </FormDialog>
  );
}
