import { Ellipsis } from 'lucide-react';
import { actionItems } from '@/components/ActionItems';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuTrigger } from '@/components/Menu';
import { actionOf, runAction } from '@/lib/actions/actions';
import { overlayClosed } from '@/lib/focus/overlays';
import { cardTexts } from '@/texts/dashboards';
import { CARD_MENU, type CardAt } from './actions/card';

/** What can be done with a card. */
export function CardMenu({ at, isTabStop }: { at: CardAt; isTabStop: boolean }) {
  const perform = (id: unknown) => {
    const action = actionOf(CARD_MENU, String(id));
    if (action) void overlayClosed().then(() => runAction(action, at));
  };
  return (
    <MenuTrigger>
      <IconButton
        label={cardTexts.actions(at.title)}
        excludeFromTabOrder={!isTabStop}
        data-card-menu
      >
        <Ellipsis size="1rem" aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={perform}>
        {actionItems(CARD_MENU, at)}
      </Menu>
    </MenuTrigger>
  );
}
