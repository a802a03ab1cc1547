import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '@/components/Button';
import { useGrid } from '@/components/grid/gridStore';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { COARSE, useMedia } from '@/components/useMedia';
import { addMonths, monthRange, monthsBetween, monthTitle } from '@/lib/format/dates';
import { leaveField } from '@/lib/keys/leaveField';
import { budgetTexts } from '@/texts/budget';
import type { BudgetState } from '../grid/budgetStore';
import { type Bounds, outOfBoundsReason } from '../model/months';
import type { Months } from '../view';
import styles from './mobile.module.css';

interface MobileHeaderProps {
  shown: Months;
  bounds: Bounds;
  /** Takes the keyboard when an amount was typed. */
  onDone: () => void;
}

/** The month with its neighbours, and "Done" while an amount is being typed. */
export function MobileHeader({ shown, bounds, onDone }: MobileHeaderProps) {
  const isCoarse = useMedia(COARSE);
  // The number pad has a button of its own.
  const isEditing = useGrid(
    ({ edit }: BudgetState) => edit !== null && !(isCoarse && edit.kind === 'amount'),
  );
  const months = monthRange(bounds.start, monthsBetween(bounds.start, bounds.end) + 1);
  const isBlocked = (month: string) => outOfBoundsReason(month, bounds) !== null;
  return (
    <div className={styles.header}>
      <IconButton
        label={budgetTexts.previousMonth}
        isDisabled={isBlocked(addMonths(shown.start, -1))}
        onPress={() => shown.step(-1)}
      >
        <ChevronLeft size="1.25rem" aria-hidden="true" />
      </IconButton>
      <MenuTrigger>
        <Button look="bare" className={styles.month}>
          {monthTitle(shown.start)}
          <ChevronDown size="1rem" aria-hidden="true" />
        </Button>
        <Menu
          aria-label={budgetTexts.months}
          selectionMode="single"
          selectedKeys={[shown.start]}
          onAction={(month) => shown.show(String(month))}
        >
          {months.map((month) => (
            <MenuItem key={month} id={month}>
              {monthTitle(month)}
            </MenuItem>
          ))}
        </Menu>
      </MenuTrigger>
      {isEditing ? (
        <Button
          look="bare"
          className={styles.done}
          preventFocusOnPress
          onPress={() => {
            // Leaving the field is what commits it, and this button is gone with it.
            leaveField();
            onDone();
          }}
        >
          {budgetTexts.done}
        </Button>
      ) : (
        <IconButton
          label={budgetTexts.nextMonth}
          isDisabled={isBlocked(addMonths(shown.start, 1))}
          onPress={() => shown.step(1)}
        >
          <ChevronRight size="1.25rem" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
