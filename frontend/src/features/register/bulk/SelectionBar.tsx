import { useStore } from 'zustand';
import { Button } from '@/components/Button';
import { SelectionBar } from '@/components/grid/SelectionBar';
import { addRows, clearSelection } from '@/components/grid/selection';
import { fetchAllRows } from '@/domain/transactions/api';
import { run } from '@/domain/transactions/run';
import { selectedTotal } from '@/domain/transactions/selection';
import { announce } from '@/lib/announce/announce';
import { whileBusy } from '@/lib/notices/busy';
import { registerTexts } from '@/texts/register';
import { BULK } from '../actions/bulk';
import { linkSchedule } from '../actions/schedule';
import type { RegisterController } from '../grid/RegisterController';
import type { RegisterModel } from '../grid/registerModel';
import { useVersion } from '../useRegisterList';
import { refusedTooMany } from './tooMany';

const ACTIONS = [...BULK, linkSchedule];

interface BarProps {
  model: RegisterModel;
  controller: RegisterController;
}

/** Under the list while something is selected: how much it is, and what can be done with it. */
export function RegisterSelectionBar({ model, controller }: BarProps) {
  const rows = useStore(model.selection, (state) => state.rows);
  useVersion(model.list);
  if (rows.size === 0) return null;
  const total = model.amounts.format(selectedTotal(rows));
  return (
    <SelectionBar
      count={rows.size}
      summary={total}
      actions={ACTIONS}
      context={controller.at({ rowId: '', column: 'select' })}
      onClear={() => {
        clearSelection(model.selection);
        controller.refocus();
      }}
    >
      <AllThatMatch controller={controller} count={rows.size} />
    </SelectionBar>
  );
}

/** Select all covers loaded rows only; this button also fetches and selects the others. */
function AllThatMatch({ controller, count }: { controller: RegisterController; count: number }) {
  const { list, selection } = controller.model;
  const loaded = [...list.loaded()].length;
  if (list.isComplete || count < loaded || count >= list.entryCount) return null;
  const selectAll = async () => {
    if (refusedTooMany(list.entryCount, 'selected')) return;
    const reading = fetchAllRows(list.filters);
    if (!(await whileBusy(registerTexts.selectingSome(list.entryCount), run(reading)))) return;
    // Discard the result if another list was opened in the meantime.
    if (controller.model.list !== list) return;
    addRows(selection, await reading);
    announce(registerTexts.selectedCount(selection.getState().rows.size));
    controller.returnFocus();
  };
  return (
    <Button look="bare" onPress={() => void selectAll()}>
      {registerTexts.selectMatching(list.entryCount)}
    </Button>
  );
}
