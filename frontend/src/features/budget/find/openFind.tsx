import type { CategoryGroup } from '@/generated/contract';
import { overlayClosed } from '@/lib/focus/overlays';
import { pushModal } from '@/lib/modals/modals';
import { lazy } from '@/lib/parts/lazy';

const FindCategory = lazy(() => import('./FindCategory'));

/** Asks for a category; `choose` follows once the dialog is gone. */
export function openFind(
  groups: readonly CategoryGroup[],
  choose: (categoryId: string) => void,
): void {
  pushModal('find-category', (close) => (
    <FindCategory
      groups={groups}
      onClose={close}
      onChoose={(categoryId) => {
        close();
        void overlayClosed().then(() => choose(categoryId));
      }}
    />
  ));
}
