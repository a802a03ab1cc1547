import { Suspense } from 'react';
import { closeModal, useModals } from '@/lib/modals/modals';

/** Draws the open dialogs; each covers those below it, which become inert. */
export function ModalStack() {
  const { stack, hidden } = useModals();
  if (hidden) return null;
  return stack.map(({ id, render }) => (
    <Suspense key={id}>{render(() => closeModal(id))}</Suspense>
  ));
}
