import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import type { Day } from '@/generated/contract';
import { usePref } from '@/lib/prefs/prefs';
import { pickersTexts } from '@/texts/pickers';
import { Popover } from '../Popover';
import styles from './CalendarPopover.module.css';

/** By the number the preference keeps. */
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

interface CalendarPopoverProps {
  field: RefObject<HTMLElement | null>;
  label: string;
  day: Day;
  onChoose: (day: Day) => void;
  onClose: () => void;
}

/** A month to pick a day from; the arrow keys move in it, Enter takes, Escape goes back. */
export default function CalendarPopover(props: CalendarPopoverProps) {
  const { field, label, day, onChoose, onClose } = props;
  const firstDay = WEEKDAYS[Number(usePref('firstDayOfWeekIdx'))] ?? 'sun';
  return (
    <Popover
      isOpen
      triggerRef={field}
      placement="bottom start"
      onOpenChange={(open) => !open && onClose()}
    >
      <Dialog aria-label={pickersTexts.chooseDate(label)} className={styles.dialog ?? ''}>
        <Calendar
          autoFocus
          aria-label={label}
          firstDayOfWeek={firstDay}
          value={parseDate(day)}
          onChange={(date) => onChoose(date.toString())}
        >
          <header className={styles.head}>
            <Button slot="previous" className={styles.step ?? ''}>
              <ChevronLeft size="1.125rem" aria-hidden="true" />
            </Button>
            <Heading className={styles.month ?? ''} />
            <Button slot="next" className={styles.step ?? ''}>
              <ChevronRight size="1.125rem" aria-hidden="true" />
            </Button>
          </header>
          <CalendarGrid weekdayStyle="short" className={styles.grid ?? ''}>
            <CalendarGridHeader>
              {(name) => (
                <CalendarHeaderCell className={styles.weekday ?? ''}>{name}</CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}
