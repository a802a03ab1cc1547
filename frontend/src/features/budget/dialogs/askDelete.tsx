import { pushModal } from '@/lib/modals/modals';
import { deleteItem, mustTransfer } from '../api';
import { categoryIdsOf, type GridModel } from '../grid/gridModel';
import { run } from '../grid/run';
import type { CategoryRow, GroupRow } from '../model/rows';
import { DeleteDialog } from './DeleteDialog';

/**
 * Deletes a category or group. What has budget or transactions asks for a category to take
 * them; everything else goes at once, with undo as the way back.
 */
export async function askDelete(row: GroupRow | CategoryRow, model: GridModel): Promise<void> {
  const check = mustTransfer(categoryIdsOf(model, row));
  if (!(await run(check))) return;
  if (await check) {
    pushModal('confirm-category-delete', (close) => (
      <DeleteDialog row={row} groups={model.groups} onClose={close} />
    ));
    return;
  }
  await run(deleteItem(row, null));
}
