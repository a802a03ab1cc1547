import { Fragment } from 'react';
import { Menu, MenuItem, MenuSeparator } from '@/components/Menu';
import { isItem } from '../model/rows';
import { ActionSheet } from './ActionSheet';
import type { GridController } from './GridController';
import { rowOf, useGridModel } from './gridModel';
import { useGrid } from './gridStore';
import { itemActions } from './itemActions';
import { MoveToGroup, moveToGroupAction, otherGroups } from './MoveToGroup';

/** The menu of a row: one for the whole grid, opened at the row it is about. */
export function ItemMenu({ controller }: { controller: GridController }) {
  const menu = useGrid((state) => (state.menu?.kind === 'item' ? state.menu : null));
  const model = useGridModel();
  const row = menu ? rowOf(model, menu.rowId) : undefined;
  if (!menu || !isItem(row)) return null;
  const groups = itemActions(row, model);
  const targets = otherGroups(row, model);
  if (model.isTouch && targets.length > 0) groups[1]?.push(moveToGroupAction(row, targets));
  const close = () => controller.store.setState({ menu: null });
  const perform = (id: string) => {
    close();
    const action = groups.flat().find((candidate) => candidate.id === id);
    if (action && !controller.refusedOffline()) afterClosing(() => action.run(controller));
  };
  if (model.isTouch) {
    return (
      <ActionSheet title={row.name} actions={groups.flat()} onAction={perform} onClose={close} />
    );
  }
  return (
    <Menu
      aria-label={`${row.name} actions`}
      autoFocus="first"
      popover={{
        isOpen: true,
        trigger: 'MenuTrigger',
        triggerRef: { current: menu.anchor },
        onOpenChange: (open) => !open && close(),
      }}
      placement="bottom start"
      onAction={(id) => perform(String(id))}
    >
      {groups.map((actions, at) => (
        <Fragment key={actions[0]?.id}>
          {at > 0 && <MenuSeparator />}
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              icon={action.icon}
              reason={action.reason}
              {...(action.keys ? { keys: action.keys } : {})}
              {...(action.look ? { look: action.look } : {})}
            >
              {action.label}
            </MenuItem>
          ))}
          {at === 1 && targets.length > 0 && (
            <MoveToGroup row={row} groups={targets} controller={controller} />
          )}
        </Fragment>
      ))}
    </Menu>
  );
}

/** The menu gives the focus back when it is gone; an editor opens only after that. */
function afterClosing(open: () => void): void {
  setTimeout(() => requestAnimationFrame(open));
}
