import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuTrigger as AriaMenuTrigger,
} from 'react-aria-components/Menu';
import { Separator } from 'react-aria-components/Separator';
import { keyCaps } from '@/lib/keys/keys';
import styles from './Menu.module.css';
import { Popover, type PopoverProps } from './Popover';
import { OverlayMark } from './useOverlay';

export const MenuTrigger = AriaMenuTrigger;

interface MenuProps<T> extends Omit<AriaMenuProps<T>, 'className' | 'style'> {
  placement?: PopoverProps['placement'];
  /** Pass these when the menu opens without a trigger, e.g. at a grid cell. */
  popover?: Partial<PopoverProps>;
}

/** A menu in its popover. Items: `MenuItem`, `MenuSeparator`; effect by `onAction`. */
export function Menu<T extends object>({ placement, popover, ...rest }: MenuProps<T>) {
  return (
    <Popover
      {...(rest['aria-label'] ? { 'aria-label': rest['aria-label'] } : {})}
      {...(placement ? { placement } : {})}
      {...popover}
    >
      <AriaMenu {...rest} className={styles.menu ?? ''} />
      <OverlayMark />
    </Popover>
  );
}

interface MenuItemProps extends Omit<AriaMenuItemProps, 'className' | 'style' | 'children'> {
  children: string;
  icon?: ReactNode;
  /** A shortcut to show at the right, e.g. 'Mod+Z'. */
  keys?: string;
  look?: 'plain' | 'danger';
  /** Why the item cannot be chosen; shown under its name. */
  reason?: string | undefined;
}

export function MenuItem(props: MenuItemProps) {
  const { children, icon, keys, look, reason, ...rest } = props;
  return (
    <AriaMenuItem
      textValue={children}
      {...rest}
      isDisabled={rest.isDisabled || reason !== undefined}
      className={`${styles.item} ${look === 'danger' ? styles.danger : ''}`}
    >
      {({ selectionMode, isSelected, hasSubmenu }) => (
        <>
          {selectionMode !== 'none' && (
            <span className={styles.check}>
              {isSelected && <Check size="1rem" aria-hidden="true" />}
            </span>
          )}
          {icon && <span className={styles.icon}>{icon}</span>}
          <span className={styles.label}>
            {children}
            {reason && <span className={styles.reason}>{reason}</span>}
          </span>
          {hasSubmenu && <ChevronRight size="1rem" className={styles.more} aria-hidden="true" />}
          {keys && <span className={styles.keys}>{keyCaps(keys).join(' ')}</span>}
        </>
      )}
    </AriaMenuItem>
  );
}

export function MenuSeparator() {
  return <Separator className={styles.separator ?? ''} />;
}
