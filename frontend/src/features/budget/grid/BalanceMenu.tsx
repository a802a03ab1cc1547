import { CornerDownRight } from 'lucide-react';
import { Menu, MenuItem } from '@/components/Menu';
import { monthTitle } from '@/lib/format/dates';
import { monthSheet } from '@/lib/sheet/names';
import { useCell } from '@/lib/sheet/useCell';
import { setCarryover } from '../api';
import { carryoverCell } from '../model/cells';
import { measureColumn } from '../model/columns';
import type { CategoryRow } from '../model/rows';
import { ActionSheet } from './ActionSheet';
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
  const toggle = () => {
    close();
    if (!controller.refusedOffline()) void run(setCarryover(row, month, !flag));
  };
  const label = flag ? 'Remove overspending rollover' : 'Rollover overspending';
  const icon = <CornerDownRight size="1rem" aria-hidden="true" />;
  if (controller.model.isTouch) {
    const actions = [{ id: 'carryover', label, icon }];
    const title = `${row.name}, ${monthTitle(month)}`;
    return <ActionSheet title={title} actions={actions} onAction={toggle} onClose={close} />;
  }
  return (
    <Menu
      aria-label={`Balance of ${row.name} in ${monthTitle(month)}`}
      autoFocus="first"
      popover={{
        isOpen: true,
        trigger: 'MenuTrigger',
        triggerRef: { current: menu.anchor },
        onOpenChange: (open) => !open && close(),
      }}
      placement="bottom end"
      onAction={toggle}
    >
      <MenuItem id="carryover" icon={icon}>
        {label}
      </MenuItem>
    </Menu>
  );
}
