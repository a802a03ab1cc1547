import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from '@/components/Popover';
import { OverlayMark } from '@/components/useOverlay';
import { overlayClosed } from '@/lib/focus/overlays';
import { monthTitle } from '@/lib/format/dates';
import type { MonthAt } from '../actions/monthAt';
import { LEFT_MENU } from '../actions/wholeMonth';
import { useGridModel } from '../grid/gridModel';
import { summaryShape } from '../model/amounts';
import { MonthPanel } from './MonthPanel';
import styles from './panel.module.css';
import { Total } from './Total';

/** A pill with the amount left to budget. A press shows its calculation and actions. */
export function LeftPill({ at }: { at: MonthAt }) {
  const { amounts } = useGridModel();
  const { lines, totalCell, totalLabel } = summaryShape(at.type, at.month, at.today);
  const [isOpen, setOpen] = useState(false);
  const act = (run: () => void) => {
    setOpen(false);
    void overlayClosed().then(run);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={styles.trigger ?? ''}>
        <Total month={at.month} cell={totalCell} label={totalLabel} amounts={amounts} />
        <ChevronDown size="1rem" aria-hidden="true" className={styles.more} />
      </Button>
      <Popover placement="bottom end">
        <Dialog className={styles.panel ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {monthTitle(at.month)}
          </Heading>
          <MonthPanel at={at} lines={lines} amounts={amounts} actions={LEFT_MENU} onAct={act} />
          <OverlayMark />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
