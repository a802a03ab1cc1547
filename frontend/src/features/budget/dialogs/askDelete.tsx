import { pushModal } from '@/lib/modals/modals';
import { lazy } from '@/lib/parts/lazy';
import { countToTransfer, deleteItem } from '../api';
import { categoryIdsOf, type GridModel } from '../grid/gridModel';
import { run } from '../grid/run';
import type { CategoryRow, GroupRow } from '../model/rows';

const DeleteDialog = lazy(() => import('./DeleteDialog'));

/**
 * Deletes a category or group. If it has budget or transactions, the user first picks a category to
 * receive them; otherwise it is deleted at once and can be undone.
 */
export async function askDelete(row: GroupRow | CategoryRow, model: GridModel): Promise<void> {
  const check = countToTransfer(categoryIdsOf(model, row));
  if (!(await run(check))) return;
  const count = await check;
  if (count !== null) {
    pushModal('confirm-category-delete', (close) => (
      <DeleteDialog row={row} count={count} groups={model.groups} onClose={close} />
    ));
    return;
  }
  await run(deleteItem(row, null));
}
