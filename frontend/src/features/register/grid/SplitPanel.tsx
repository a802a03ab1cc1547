import { Check } from 'lucide-react';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import type { AmountFormat } from '@/lib/format/amount';
import {
  amountLeft,
  distributeEvenly,
  distributeInProportion,
  fillRemaining,
  type Split,
} from '../model/splits';
import { exact } from '../texts';
import { useEntry } from '../useRegisterList';
import type { GridController } from './GridController';
import { useGrid } from './gridStore';
import styles from './overlay.module.css';
import type { StretchedList } from './useStretch';

interface SplitPanelProps {
  controller: GridController;
  stretch: StretchedList;
}

/**
 * Under the parts of a split that is being edited, or that has the focus and does not add up:
 * what is left, and ways to give it away.
 */
export function SplitPanel({ controller, stretch }: SplitPanelProps) {
  const isEdited = useGrid((state) => state.edit !== null);
  const rowId = useGrid((state) => (state.edit ?? state.focus)?.rowId ?? '');
  const { list, amounts } = controller.model;
  const entry = useEntry(list, rowId);
  const line = list.lineOf(entry?.children.at(-1)?.id ?? '');
  if (!entry?.row.is_parent || line === null) return null;
  const left = amountLeft(entry);
  if (!isEdited && left === 0) return null;
  const { splitting } = controller;
  return (
    <div className={styles.panel} style={{ top: stretch.topOf(line + 1) }}>
      <SplitTools
        split={entry}
        childId={entry.row.id === rowId ? null : rowId}
        left={left}
        amounts={amounts}
        onAdd={() => splitting.addAfterEdit(entry.row.id)}
        onChange={(change, verb) => void splitting.change(entry.row.id, change, verb)}
      />
    </div>
  );
}

interface SplitToolsProps {
  split: Split;
  /** The part that "Fill remaining" gives to. */
  childId: string | null;
  left: number;
  amounts: AmountFormat;
  onAdd: () => void;
  onChange: (change: (split: Split) => Split, label: string) => void;
}

/** 'Amount left:' and the buttons that give it away; for saved and for new splits. */
export function SplitTools({ split, childId, left, amounts, onAdd, onChange }: SplitToolsProps) {
  const hasEmpty = split.children.some(({ amount }) => amount === 0);
  return (
    <>
      <span className={styles.left} data-open={left !== 0 || undefined}>
        {left === 0 && <Check size={15} aria-hidden="true" />}
        {exact.amountLeft} <strong>{amounts.formatFull(left)}</strong>
      </span>
      {childId && left !== 0 && (
        <Button
          look="bare"
          preventFocusOnPress
          onPress={() => onChange((now) => fillRemaining(now, childId), 'Filled the rest of')}
        >
          Fill remaining
        </Button>
      )}
      {left !== 0 && (
        <MenuTrigger>
          <Button look="bare" preventFocusOnPress>
            Distribute
          </Button>
          <Menu
            onAction={(key) =>
              onChange(key === 'even' ? distributeEvenly : distributeInProportion, 'Distributed')
            }
          >
            <MenuItem id="even" reason={hasEmpty ? undefined : 'No line is empty'}>
              Evenly over empty lines
            </MenuItem>
            <MenuItem id="proportion">In proportion (tax, tip)</MenuItem>
          </Menu>
        </MenuTrigger>
      )}
      <Button preventFocusOnPress onPress={onAdd}>
        {exact.addSplit}
      </Button>
    </>
  );
}
