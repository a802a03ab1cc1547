import { MoreHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useStore } from 'zustand';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { useFitting } from '@/components/useFitting';
import { announce } from '@/lib/announce/announce';
import { whileBusy } from '@/lib/notices/busy';
import { fetchAllRows } from '../api';
import type { GridController } from '../grid/GridController';
import type { RegisterModel } from '../grid/registerModel';
import { handBack } from '../handBack';
import { addRows, clearSelection, selectedTotal } from '../model/selection';
import { run } from '../run';
import { useVersion } from '../useRegisterList';
import styles from './bulk.module.css';
import { BULK_ACTIONS, type BulkAction } from './bulkKeys';
import { counted, refusedTooMany } from './tooMany';

interface SelectionBarProps {
  model: RegisterModel;
  controller: GridController;
}

/** Under the list while something is selected: how much it is, and what can be done with it. */
export function SelectionBar({ model, controller }: SelectionBarProps) {
  const rows = useStore(model.selection, (state) => state.rows);
  useVersion(model.list);
  if (rows.size === 0) return null;
  const total = model.amounts.format(selectedTotal(rows));
  const hasParts = [...rows.values()].some(({ is_child }) => is_child);
  const refuses = ({ id }: BulkAction) => model.offline || (id === 'duplicate' && hasParts);
  return (
    <Toolbar
      aria-label={`${rows.size} selected, total ${total}`}
      className={styles.bar ?? ''}
      data-bottom-bar
      data-hands-back
    >
      <IconButton
        label="Clear the selection"
        onPress={() => {
          clearSelection(model.selection);
          controller.refocus();
        }}
      >
        <X size="1rem" aria-hidden="true" />
      </IconButton>
      <span className={styles.count}>
        <strong>{rows.size}</strong> selected
        <span className={styles.total}>{total}</span>
      </span>
      <AllThatMatch controller={controller} count={rows.size} />
      <Actions controller={controller} refuses={refuses} />
    </Toolbar>
  );
}

interface ActionsProps {
  controller: GridController;
  /** Whether an action cannot be taken now. */
  refuses: (action: BulkAction) => boolean;
}

/** What can be done with the selection, in one line; what has no room is in a menu. */
function Actions({ controller, refuses }: ActionsProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const fitting = useFitting(place);
  const rest = BULK_ACTIONS.slice(fitting);
  const act = (id: unknown) => BULK_ACTIONS.find((it) => it.id === id)?.run(controller.bulk);
  return (
    <>
      <div ref={setPlace} className={styles.actions}>
        {BULK_ACTIONS.map((action, at) => (
          <Button
            key={action.id}
            look="bare"
            className={at < fitting ? undefined : styles.hidden}
            aria-keyshortcuts={action.letter}
            isDisabled={refuses(action)}
            onPress={() => act(action.id)}
          >
            {action.label}
            <kbd className={styles.key}>{action.letter}</kbd>
          </Button>
        ))}
      </div>
      {rest.length > 0 && (
        <MenuTrigger>
          <IconButton label="More actions">
            <MoreHorizontal size="1.125rem" aria-hidden="true" />
          </IconButton>
          <Menu placement="top end" onAction={act}>
            {rest.map((action) => (
              <MenuItem
                key={action.id}
                id={action.id}
                keys={action.letter}
                isDisabled={refuses(action)}
              >
                {action.label}
              </MenuItem>
            ))}
          </Menu>
        </MenuTrigger>
      )}
    </>
  );
}

/** Selecting all takes what is loaded; the rest of a long list is asked for. */
function AllThatMatch({ controller, count }: { controller: GridController; count: number }) {
  const { list, selection } = controller.model;
  const loaded = [...list.loaded()].length;
  if (list.isComplete || count < loaded || count >= list.entryCount) return null;
  const selectAll = async () => {
    if (refusedTooMany(list.entryCount, 'selected')) return;
    const reading = fetchAllRows(list.filters);
    if (!(await whileBusy(`Selecting ${counted(list.entryCount)}`, run(reading)))) return;
    // What another list was opened for meanwhile is not what was found for this one.
    if (controller.model.list !== list) return;
    addRows(selection, await reading);
    announce(`${selection.getState().rows.size} selected`);
    handBack(controller);
  };
  return (
    <Button look="bare" onPress={() => void selectAll()}>
      Select all {list.entryCount.toLocaleString('en')} that match
    </Button>
  );
}
