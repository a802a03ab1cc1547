import { Plus } from 'lucide-react';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import type { DashboardPage } from '@/generated/contract';
import { overlayClosed } from '@/lib/focus/overlays';
import { tell } from '@/lib/notices/tell';
import { cardTitle } from '@/texts/cards';
import { commonTexts } from '@/texts/common';
import { dashboardsTexts } from '@/texts/dashboards';
import { addCard, run } from './api';
import { askNewText } from './askText';
import { focusCard } from './focusCard';
import { ADDABLE, type Addable } from './model/cards';

interface AddCardProps {
  page: DashboardPage;
  offline: boolean;
}

const TYPES = Object.keys(ADDABLE) as Addable[];

/** Adds a card with the settings that its type begins with, and takes the keyboard to it. */
export function AddCard({ page, offline }: AddCardProps) {
  const add = async (type: Addable) => {
    await overlayClosed();
    if (offline) return tell(commonTexts.offline);
    if (type === 'markdown-card') return askNewText(page, focusCard);
    const adding = addCard(page, { type, size: ADDABLE[type] });
    if (await run(adding)) focusCard(await adding);
  };
  return (
    <MenuTrigger>
      <Button look="primary">
        <Plus size="1rem" aria-hidden="true" />
        {dashboardsTexts.addCard}
      </Button>
      <Menu placement="bottom end" onAction={(type) => void add(type as Addable)}>
        {TYPES.map((type) => (
          <MenuItem key={type} id={type}>
            {cardTitle('', type)}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
