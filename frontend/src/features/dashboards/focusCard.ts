import { overlayClosed } from '@/lib/focus/overlays';

/** Takes the keyboard to a card, once it is drawn and no dialog has it any more. */
export function focusCard(id: string): void {
  void overlayClosed().then(() =>
    requestAnimationFrame(() => {
      const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'nearest' });
    }),
  );
}
