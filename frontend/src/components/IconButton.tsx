import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import styles from './Button.module.css';
import { Tooltip, TooltipTrigger } from './Tooltip';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'className' | 'style'> {
  /** The accessible name, shown as the tooltip too. */
  label: string;
  /** More for the tooltip, such as the keys of its shortcut. */
  hint?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon: it always has a name and a tooltip. */
export function IconButton({ label, hint, children, className = '', ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger>
      <AriaButton
        {...rest}
        aria-label={label}
        className={`${styles.button} ${styles.icon} ${className}`}
      >
        {children}
      </AriaButton>
      <Tooltip>
        {label}
        {hint}
      </Tooltip>
    </TooltipTrigger>
  );
}
