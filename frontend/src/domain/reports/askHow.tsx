import { pushModal } from '@/lib/modals/modals';
import { lazy } from '@/lib/parts/lazy';
import type { Figure } from './figure';

const HowDialog = lazy(() => import('./HowDialog'));

/** Says how a figure is calculated; `onOpen` goes to what one of its figures is made of. */
export function askHow(figure: Figure, onOpen: (figure: Figure) => void): void {
  pushModal('how-calculated', (close) => (
    <HowDialog figure={figure} onOpen={onOpen} onClose={close} />
  ));
}
