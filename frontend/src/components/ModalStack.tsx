import { Suspense, useLayoutEffect } from 'react';
import { closeModal, useModals } from '@/lib/modals/modals';

/** Draws the open dialogs; each covers those below it, which become inert. */
export function ModalStack() {
  const { stack, hidden } = useModals();
  if (hidden) return null;
  return stack.map(({ id, render }) => (
    <Suspense key={id} fallback={<NoKeys />}>
      {render(() => closeModal(id))}
    </Suspense>
  ));
}

/** While a dialog is being loaded, keys meant for it must not act on the screen behind it. */
function NoKeys() {
  useLayoutEffect(() => {
    const drop = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', drop, { capture: true });
    return () => window.removeEventListener('keydown', drop, { capture: true });
  }, []);
  return null;
}
