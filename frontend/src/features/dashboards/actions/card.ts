/** What can be done with a card. */
import {
  CircleHelp,
  Copy,
  CopyPlus,
  Download,
  Pencil,
  TextCursorInput,
  Trash2,
} from 'lucide-react';
import type { DashboardCard, DashboardPage } from '@/generated/contract';
import type { Action } from '@/lib/actions/actions';
import { chartsTexts } from '@/texts/charts';
import { commonTexts } from '@/texts/common';
import { cardTexts } from '@/texts/dashboards';
import { drillTexts } from '@/texts/drill';
import { copyCard, removeCard, run, saveCardCsv } from '../api';
import { askCardName } from '../askCardName';
import { askPage } from '../askPage';
import { askText } from '../askText';
import { explainCard } from '../cardKeys';
import { canBeNamed, explainsItself, hasFigures } from '../model/cards';
import type { Size } from '../model/packing';

export interface CardAt {
  card: DashboardCard;
  title: string;
  page: DashboardPage;
  pages: readonly DashboardPage[];
  offline: boolean;
  /** Null where cards stand in one column. */
  move: ((step: { x: number; y: number }) => void) | null;
  resize: ((step: Size) => void) | null;
}

const offline = (at: CardAt) => (at.offline ? commonTexts.offline : undefined);

const KNOWN_TO_COPY = ({ card }: CardAt) => canBeNamed(card) || card.type === 'custom-report';
const isText = ({ card }: CardAt) => card.type === 'markdown-card' && !card.isMetaUnreadable;

export const removeAction: Action<CardAt> = {
  id: 'card-remove',
  label: cardTexts.remove,
  icon: Trash2,
  look: 'danger',
  reason: offline,
  run: ({ card }) => void run(removeCard(card)),
};

export const textAction: Action<CardAt> = {
  id: 'card-edit-text',
  label: cardTexts.editText,
  icon: Pencil,
  applies: isText,
  reason: offline,
  run: ({ card }) => askText(card),
};

export const CARD_MENU: readonly Action<CardAt>[] = [
  {
    id: 'card-how',
    label: drillTexts.how,
    icon: CircleHelp,
    applies: ({ card }) => explainsItself(card),
    run: ({ card }) => explainCard(card.id),
  },
  {
    id: 'card-csv',
    label: chartsTexts.save('CSV'),
    icon: Download,
    applies: ({ card }) => hasFigures(card),
    run: ({ card, title }) => void run(saveCardCsv(card, title)),
  },
  {
    id: 'card-rename',
    label: cardTexts.rename,
    icon: TextCursorInput,
    applies: ({ card }) => canBeNamed(card),
    reason: offline,
    run: ({ card }) => askCardName(card),
  },
  textAction,
  {
    id: 'card-duplicate',
    label: commonTexts.duplicate,
    icon: CopyPlus,
    applies: (at) => KNOWN_TO_COPY(at) || isText(at),
    reason: offline,
    run: ({ card, page }) => void run(copyCard(card, page)),
  },
  {
    id: 'card-copy',
    label: cardTexts.copyTo,
    icon: Copy,
    applies: (at) => (KNOWN_TO_COPY(at) || isText(at)) && at.pages.length > 1,
    reason: offline,
    run: ({ card, title, page, pages }) =>
      askPage({ card, title, pages: pages.filter(({ id }) => id !== page.id) }),
  },
  removeAction,
];

interface Way {
  id: string;
  label: string;
  keys: string;
}

const moves = ({ id, label, keys }: Way, x: number, y: number): Action<CardAt> => ({
  id,
  label,
  keys: [keys],
  keyOnly: true,
  applies: ({ move }) => move !== null,
  reason: offline,
  run: ({ move }) => move?.({ x, y }),
});

const resizes = ({ id, label, keys }: Way, width: number, height: number): Action<CardAt> => ({
  id,
  label,
  keys: [keys],
  keyOnly: true,
  applies: ({ resize }) => resize !== null,
  reason: offline,
  run: ({ resize }) => resize?.({ width, height }),
});

/** The keys of a card that has the keyboard. */
export const CARD_KEYS: readonly Action<CardAt>[] = [
  moves({ id: 'card-left', label: cardTexts.moveLeft, keys: 'Alt+Shift+ArrowLeft' }, -1, 0),
  moves({ id: 'card-right', label: cardTexts.moveRight, keys: 'Alt+Shift+ArrowRight' }, 1, 0),
  moves({ id: 'card-up', label: cardTexts.moveUp, keys: 'Alt+Shift+ArrowUp' }, 0, -1),
  moves({ id: 'card-down', label: cardTexts.moveDown, keys: 'Alt+Shift+ArrowDown' }, 0, 1),
  resizes(
    { id: 'card-narrower', label: cardTexts.narrower, keys: 'Mod+Alt+Shift+ArrowLeft' },
    -1,
    0,
  ),
  resizes({ id: 'card-wider', label: cardTexts.wider, keys: 'Mod+Alt+Shift+ArrowRight' }, 1, 0),
  resizes({ id: 'card-lower', label: cardTexts.lower, keys: 'Mod+Alt+Shift+ArrowUp' }, 0, -1),
  resizes({ id: 'card-higher', label: cardTexts.higher, keys: 'Mod+Alt+Shift+ArrowDown' }, 0, 1),
];
