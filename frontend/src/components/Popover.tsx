import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
} from 'react-aria-components/Popover';
import styles from './Popover.module.css';

export interface PopoverProps extends Omit<AriaPopoverProps, 'className' | 'style'> {
  className?: string;
}

/** A floating surface beside its trigger. Put a Menu, ListBox or dialog in it. */
export function Popover({ className = '', ...rest }: PopoverProps) {
  return <AriaPopover offset={4} {...rest} className={`${styles.popover} ${className}`} />;
}
