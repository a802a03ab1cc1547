import { CornerDownRight } from 'lucide-react';
import { Menu, MenuItem } from '@/components/Menu';
import { monthTitle } from '@/lib/format/dates';
import { monthSheet } from '@/lib/sheet/names';
import { useCell } from '@/lib/sheet/useCell';
import { setCarryover } from '../api';
import { carryoverCell } from '../model/cells';
import { measureColumn } from '../model/columns';
import type { CategoryRow } from '../model/rows';
import type { GridController } from './GridController';
import { rowOf, useGridModel } from './gridModel';
import { type OpenMenu, useGrid } from './gridStore';
import { run } from './run';

/** The menu of a balance: whether overspending stays in the category. */
export function BalanceMenu({ controller }: { controller: GridController }) {
  const menu = useGrid((state) => (state.menu?.kind === 'balance' ? state.menu : null));
  const model = useGridModel();
  const row = menu ? rowOf(model, menu.rowId) : undefined;
  if (!menu || row?.kind !== 'category') return null;
  return <OpenBalanceMenu controller={controller} menu={menu} row={row} />;
}

interface OpenBalanceMenuProps {
  controller: GridController;
  menu: OpenMenu;
  row: CategoryRow;
}

function OpenBalanceMenu({ controller, menu, row }: OpenBalanceMenuProps) {
  const month = measureColumn(menu.column)?.month ?? '';
  const flag = useCell(monthSheet(month), carryoverCell(row.id)) === true;
  const close = () => controller.store.setState({ menu: null });
  return (
    <Menu
      aria-label={`Balance of ${row.name} in ${monthTitle(month)}`}
      popover={{
        isOpen: true,
        triggerRef: { current: menu.anchor },
        onOpenChange: (open) => !open && close(),
      }}
      placement="bottom end"
      onAction={() => {
        close();
        if (!controller.refusedOffline()) void run(setCarryover(row, month, !flag));
      }}
    >
      <MenuItem id="carryover" icon={<CornerDownRight size={16} />}>
        {flag ? 'Remove overspending rollover' : 'Rollover overspending'}
      </MenuItem>
    </Menu>
  );
}
