import { useLayoutEffect } from 'react';
import { closeModal, useModals } from '@/lib/modals/modals';
import { useLatest } from '@/lib/react/useLatest';
import { PartPlace } from './PartPlace';

/** Draws the open dialogs; each covers those below it, which become inert. */
export function ModalStack() {
  const { stack, hidden } = useModals();
  if (hidden) return null;
  return stack.map(({ id, render }) => {
    const close = () => closeModal(id);
    return (
      <PartPlace key={id} fallback={<NoKeys onEscape={close} />} onMissing={close}>
        {render(close)}
      </PartPlace>
    );
  });
}

/** While a dialog is being loaded, keys meant for it must not act on the screen behind it. */
function NoKeys({ onEscape }: { onEscape: () => void }) {
  const close = useLatest(onEscape);
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key === 'Escape') close.current();
      // The browser's own keys, such as those that reload the page, still work.
      else if (!isOfBrowser(event)) event.preventDefault();
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, []);
  return null;
}

function isOfBrowser({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || /^F\d+$/.test(key);
}
