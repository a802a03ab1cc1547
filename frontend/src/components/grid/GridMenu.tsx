import { Fragment } from 'react';
import { SubmenuTrigger } from 'react-aria-components/Menu';
import {
  type Action,
  actionOf,
  applicable,
  type Choice,
  labelOf,
  runAction,
} from '@/lib/actions/actions';
import { overlayClosed } from '@/lib/focus/overlays';
import { pushModal } from '@/lib/modals/modals';
import { listedActions } from '../ActionList';
import { ActionSheet } from '../ActionSheet';
import { Menu, MenuItem, MenuSeparator } from '../Menu';
import type { AnyGrid, At } from './GridController';
import { useGrid } from './gridStore';

/** Actions by group, with a divider between groups. */
export type ActionGroups<Context> = readonly (readonly Action<Context>[])[];

interface GridMenuProps<Grid extends AnyGrid> {
  grid: Grid;
  /** Which of the grid's menus this is. */
  kind: string;
  /** The name of the menu, for the cell it is opened at. */
  title: (at: At<Grid>) => string;
  /** The title of the sheet on a phone, where it is another one. */
  sheetTitle?: (at: At<Grid>) => string;
  groups: ActionGroups<At<Grid>>;
  placement?: 'bottom start' | 'bottom end';
  isTouch?: boolean;
}

/** A menu of a cell: one for the whole grid, opened at the cell it is about. */
export function GridMenu<Grid extends AnyGrid>(props: GridMenuProps<Grid>) {
  const { grid, kind } = props;
  const menu = useGrid((state) => (state.menu?.kind === kind ? state.menu : null));
  if (!menu || grid.source.indexOf(menu.rowId) < 0) return null;
  const at: At<Grid> = { ...menu, grid };
  const groups = props.groups
    .map((group) => applicable(group, at))
    .filter((group) => group.length > 0);
  const perform = (id: string) => {
    const action = actionOf(groups.flat(), id);
    // The menu gives the focus back when it is gone; an editor opens only after that.
    if (action) void overlayClosed().then(() => runAction(action, at));
    grid.closeMenu();
  };
  if (props.isTouch) {
    const title = (props.sheetTitle ?? props.title)(at);
    return <Sheet title={title} groups={groups} at={at} onAction={perform} />;
  }
  return (
    <Menu
      aria-label={props.title(at)}
      autoFocus="first"
      placement={props.placement ?? 'bottom start'}
      popover={{
        isOpen: true,
        trigger: 'MenuTrigger',
        triggerRef: { current: menu.anchor },
        onOpenChange: (open) => !open && grid.closeMenu(),
      }}
      onAction={(id) => perform(String(id))}
    >
      {groups.map((actions, index) => (
        <Fragment key={actions[0]?.id}>
          {index > 0 && <MenuSeparator />}
          {actions.map((action) => (
            <Item key={action.id} action={action} at={at} />
          ))}
        </Fragment>
      ))}
    </Menu>
  );
}

interface ItemProps<Grid extends AnyGrid> {
  action: Action<At<Grid>>;
  at: At<Grid>;
}

function Item<Grid extends AnyGrid>({ action, at }: ItemProps<Grid>) {
  const { id, icon: Icon, look } = action;
  const keys = action.keys?.[0];
  const item = (
    <MenuItem
      id={id}
      icon={Icon && <Icon size="1rem" aria-hidden="true" />}
      reason={action.reason?.(at)}
      {...(keys ? { keys } : {})}
      {...(look ? { look } : {})}
    >
      {labelOf(action, at)}
    </MenuItem>
  );
  const choices = action.choices?.(at);
  if (!choices) return item;
  return (
    <SubmenuTrigger>
      {item}
      <Menu
        aria-label={labelOf(action, at)}
        onAction={(choice) => {
          at.grid.closeMenu();
          action.choose?.(at, String(choice));
        }}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.id} id={choice.id}>
            {choice.label}
          </MenuItem>
        ))}
      </Menu>
    </SubmenuTrigger>
  );
}

interface SheetProps<Grid extends AnyGrid> {
  title: string;
  groups: ActionGroups<At<Grid>>;
  at: At<Grid>;
  onAction: (id: string) => void;
}

/** The menu for a thumb; choices come in a second sheet. */
function Sheet<Grid extends AnyGrid>({ title, groups, at, onAction }: SheetProps<Grid>) {
  const actions = listedActions(groups.flat(), at);
  const act = (id: string) => {
    const action = actionOf(groups.flat(), id);
    const choices = action?.choices?.(at);
    if (!action || !choices) return onAction(id);
    at.grid.closeMenu();
    pushModal(`choose-${id}`, (close) => (
      <ChoiceSheet
        title={labelOf(action, at)}
        choices={choices}
        onClose={close}
        onChoose={(choice) => action.choose?.(at, choice)}
      />
    ));
  };
  return (
    <ActionSheet
      title={title}
      actions={actions}
      onAction={act}
      onClose={() => at.grid.closeMenu()}
    />
  );
}

interface ChoiceSheetProps {
  title: string;
  choices: readonly Choice[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

function ChoiceSheet({ title, choices, onChoose, onClose }: ChoiceSheetProps) {
  return (
    <ActionSheet
      title={title}
      actions={choices}
      onClose={onClose}
      onAction={(id) => {
        onClose();
        onChoose(id);
      }}
    />
  );
}
