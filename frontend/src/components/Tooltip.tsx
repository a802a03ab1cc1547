import type { ReactNode } from 'react';
import {
  Tooltip as AriaTooltip,
  TooltipTrigger as AriaTrigger,
  type TooltipTriggerComponentProps,
} from 'react-aria-components/Tooltip';
import styles from './Tooltip.module.css';

/** Waits 600 ms under the pointer, shows at once on keyboard focus. */
export function TooltipTrigger(props: TooltipTriggerComponentProps) {
  return <AriaTrigger delay={600} closeDelay={0} {...props} />;
}

export function Tooltip({ children }: { children: ReactNode }) {
  return (
    <AriaTooltip offset={6} className={styles.tooltip ?? ''}>
      {children}
    </AriaTooltip>
  );
}
