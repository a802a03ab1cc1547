import { X } from 'lucide-react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useStore } from 'zustand';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { fetchAllRows } from '../api';
import type { GridController } from '../grid/GridController';
import type { RegisterModel } from '../grid/registerModel';
import { addRows, clearSelection, selectedTotal } from '../model/selection';
import { run } from '../run';
import { useVersion } from '../useRegisterList';
import styles from './bulk.module.css';
import { BULK_ACTIONS } from './bulkKeys';

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
  return (
    <Toolbar
      aria-label={`${rows.size} selected, total ${total}`}
      className={styles.bar ?? ''}
      data-bottom-bar
    >
      <IconButton
        label="Clear the selection"
        onPress={() => {
          clearSelection(model.selection);
          controller.refocus();
        }}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
      <span className={styles.count}>
        <strong>{rows.size}</strong> selected
        <span className={styles.total}>{total}</span>
      </span>
      <AllThatMatch model={model} count={rows.size} />
      <span className={styles.spread} />
      {BULK_ACTIONS.map(({ id, label, letter, run: act }) => (
        <Button
          key={id}
          look="bare"
          aria-keyshortcuts={letter}
          isDisabled={model.offline || (id === 'duplicate' && hasParts)}
          onPress={() => act(controller.bulk)}
        >
          {label}
          <kbd className={styles.key}>{letter}</kbd>
        </Button>
      ))}
    </Toolbar>
  );
}

/** Selecting all takes what is loaded; the rest of a long list is asked for. */
function AllThatMatch({ model, count }: { model: RegisterModel; count: number }) {
  const { list, selection } = model;
  const loaded = [...list.loaded()].length;
  if (list.isComplete || count < loaded || count >= list.entryCount) return null;
  const selectAll = async () => {
    const reading = fetchAllRows(list.filters);
    if (await run(reading)) addRows(selection, await reading);
  };
  return (
    <Button look="bare" onPress={() => void selectAll()}>
      Select all {list.entryCount.toLocaleString('en')} that match
    </Button>
  );
}
