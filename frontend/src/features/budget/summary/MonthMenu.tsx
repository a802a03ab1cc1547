import { MoreHorizontal } from 'lucide-react';
import { actionItems } from '@/components/ActionItems';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuTrigger } from '@/components/Menu';
import { actIn } from '@/lib/actions/actions';
import { overlayClosed } from '@/lib/focus/overlays';
import { monthTitle } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';
import type { MonthAt } from '../actions/monthAt';
import { MONTH_MENU } from '../actions/wholeMonth';

/** What can be done with all envelopes of a month. */
export function MonthMenu({ at }: { at: MonthAt }) {
  const title = budgetTexts.monthActions(monthTitle(at.month));
  return (
    <MenuTrigger>
      <IconButton label={title}>
        <MoreHorizontal size="1rem" aria-hidden="true" />
      </IconButton>
      <Menu
        aria-label={title}
        placement="bottom end"
        onAction={(id) => void overlayClosed().then(() => actIn(MONTH_MENU, id, at))}
      >
        <MonthItems at={at} />
      </Menu>
    </MenuTrigger>
  );
}

/** Drawn when the menu opens, because nothing redraws it when amounts change. */
function MonthItems({ at }: { at: MonthAt }) {
  return actionItems(MONTH_MENU, at);
}
