/** The keys that move between the cards of a page, and between the figures of a card. */
import type { KeyboardEvent } from 'react';
import { isArrow, nearest } from '@/lib/focus/nearest';
import type { Shortcut } from '@/lib/keys/keys';
import { tell } from '@/lib/notices/tell';
import { cardTexts } from '@/texts/dashboards';
import { drillTexts } from '@/texts/drill';

const CARD = '[data-card]';

const figuresIn = (card: Element) => [...card.querySelectorAll<HTMLElement>('[data-figure]')];

function focus(target: HTMLElement | null | undefined): boolean {
  if (!target) return false;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}

const firstFigure = (card: string) =>
  document.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"] [data-figure]`);

/** Asks the first figure of a card how it is calculated, as its own menu key does. */
export function explainCard(card: string): void {
  const key = { key: '?', bubbles: true, cancelable: true };
  const figure = firstFigure(card);
  if (figure) figure.dispatchEvent(new KeyboardEvent('keydown', key));
  else tell(drillTexts.noFigure);
}

/** On the card itself: its neighbours, its screen or else its figures. */
function fromCard(key: string, card: HTMLElement, page: Element): boolean {
  const cards = [...page.querySelectorAll<HTMLElement>(CARD)];
  if (isArrow(key)) return focus(nearest(key, card, cards));
  if (key === 'Home') return focus(cards[0]);
  if (key === 'End') return focus(cards.at(-1));
  if (key !== 'Enter') return false;
  const screen = card.querySelector<HTMLElement>('h2 a');
  if (!screen) return focus(figuresIn(card)[0]);
  screen.click();
  return true;
}

/** Inside of it: from figure to figure, and back to the card. */
function fromFigure(key: string, from: HTMLElement, card: HTMLElement): boolean {
  if (key === 'Escape') return focus(card);
  if (!isArrow(key)) return false;
  const figures = figuresIn(card);
  if (from.matches('[data-figure]')) return focus(nearest(key, from, figures));
  return key !== 'ArrowUp' && key !== 'ArrowLeft' && focus(figures[0]);
}

const isForMenu = ({ key, shiftKey }: KeyboardEvent) =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Handles a key among the cards of a page. */
export function pressAmongCards(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget: page } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const from = target as HTMLElement;
  // Menus stand elsewhere on the page, but their keys come by here.
  const card = page.contains(from) ? from.closest<HTMLElement>(CARD) : null;
  if (!card) return;
  const isDone = isForMenu(event)
    ? openMenu(card)
    : !event.shiftKey &&
      (from === card
        ? fromCard(key, card, page)
        : from.matches('[data-figure], [data-card-body]') && fromFigure(key, from, card));
  if (isDone) event.preventDefault();
}

/** Opens the menu of a card at its first entry, as its button does by this key. */
function openMenu(card: HTMLElement): boolean {
  const key = { key: 'ArrowDown', bubbles: true, cancelable: true };
  card.querySelector('[data-card-menu]')?.dispatchEvent(new KeyboardEvent('keydown', key));
  return true;
}

const help = (id: string, keys: readonly string[], label: string): Shortcut => ({
  id: `cards-${id}`,
  scope: 'grid',
  keys,
  label,
  helpOnly: true,
  run: () => false,
});

/** The keys of cards in the list of keys. */
export const CARD_HELP: readonly Shortcut[] = [
  help('next', ['ArrowRight', 'ArrowDown'], cardTexts.nextCard),
  help('open', ['Enter'], cardTexts.openCard),
  help('menu', ['Shift+F10'], cardTexts.cardMenu),
  help('how', ['?'], cardTexts.how),
];
