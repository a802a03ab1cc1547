import { closeModal, useModals } from '@/lib/modals/modals';
import { DialogWaiting } from './DialogWaiting';
import { PartPlace } from './PartPlace';

/** Draws the open dialogs; each covers those below it, which become inert. */
export function ModalStack() {
  const { stack, hidden } = useModals();
  if (hidden) return null;
  return stack.map(({ id, render }) => {
    const close = () => closeModal(id);
    return (
      <PartPlace key={id} fallback={<DialogWaiting onEscape={close} />} onMissing={close}>
        {render(close)}
      </PartPlace>
    );
  });
}
