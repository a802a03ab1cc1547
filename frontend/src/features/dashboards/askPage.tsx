import { useState } from 'react';
import { FormDialog } from '@/components/FormDialog';
import { Select } from '@/components/Select';
import { useSubmit } from '@/components/useSubmit';
import type { DashboardCard, DashboardPage } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { cardTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { copyCard } from './api';

interface PageDialogProps {
  card: DashboardCard;
  title: string;
  /** The pages it may be copied to. */
  pages: readonly DashboardPage[];
}

/** Asks for a page and copies a card there. */
export function askPage(props: PageDialogProps): void {
  pushModal('card-page', (close) => <PageDialog {...props} onClose={close} />);
}

function PageDialog({ card, title, pages, onClose }: PageDialogProps & { onClose(): void }) {
  const [id, setId] = useState(pages[0]?.id ?? null);
  const page = pages.find((each) => each.id === id);
  const submission = useSubmit({
    isValid: page !== undefined,
    send: () => page && copyCard(card, page).then(onClose),
    explain: errorText,
  });
  return (
    <FormDialog
      title={cardTexts.copyTitle(title)}
      action={cardTexts.copy}
      submission={submission}
      onClose={onClose}
    >
      <Select label={cardTexts.page} options={pages} value={id} onChange={setId} autoFocus />
    </FormDialog>
  );
}
