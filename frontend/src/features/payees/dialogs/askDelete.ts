import { showConfirm } from '@/components/AlertDialog';
import { confirmStep } from '@/lib/history/confirmStep';
import { commonTexts } from '@/texts/common';
import { namesOf, payees, payeesTexts } from '@/texts/payees';
import { deletePayees, deletionOf, fetchOrphans } from '../api';
import type { PayeesController } from '../grid/PayeesController';
import type { PayeeRow } from '../model/rows';
import { run } from '../run';

/** Deletes payees: unused ones at once, with the way back; those in use after a question. */
export async function askDelete(grid: PayeesController, rows: readonly PayeeRow[]): Promise<void> {
  const asked = fetchOrphans(rows.map(({ id }) => id));
  if (!(await run(asked))) return;
  const orphans = new Set(await asked);
  const used = rows.filter(({ id }) => !orphans.has(id));
  const [only, ...others] = rows;
  const what = only && others.length === 0 ? only.name : payees(rows.length);
  const remove = () => void removeNow(grid, rows);
  if (used.length === 0) remove();
  else {
    const count = used.reduce((sum, row) => sum + (row.count ?? 0), 0);
    const lost = payeesTexts.remove.body(count);
    const body = rows.length === 1 ? lost : `${namesOf(used.map(({ name }) => name))}: ${lost}`;
    showConfirm(payeesTexts.remove.title(what), body, {
      text: commonTexts.delete,
      act: remove,
      look: 'danger',
    });
  }
}

async function removeNow(grid: PayeesController, rows: readonly PayeeRow[]): Promise<void> {
  if (!(await run(deletePayees(rows)))) return;
  grid.selectNone();
  confirmStep(deletionOf(rows));
  grid.returnFocus();
}
