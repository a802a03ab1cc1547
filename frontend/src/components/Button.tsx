import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import styles from './Button.module.css';
import { Spinner } from './Spinner';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children?: ReactNode;
  /** One primary per view; danger only for what cannot be undone. */
  look?: 'plain' | 'primary' | 'danger' | 'bare' | 'link';
  size?: 'normal' | 'large';
  /** Keeps its width, shows a spinner and ignores presses. */
  isBusy?: boolean;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A busy button keeps the focus and does nothing. The library's own pending state would announce
 * the button by an id that is gone when its dialog closes.
 */
const BUSY = { onPress: () => {}, type: 'button', 'aria-disabled': 'true' } as const;

export function Button(props: ButtonProps) {
  const { look = 'plain', size = 'normal', isBusy = false, className, children, ...rest } = props;
  const classes = [
    styles.button,
    look !== 'plain' && styles[look],
    size === 'large' && styles.large,
    isBusy && styles.busy,
    className,
  ];
  return (
    <AriaButton {...rest} {...(isBusy ? BUSY : {})} className={classes.filter(Boolean).join(' ')}>
      <span className={styles.content}>{children}</span>
      {isBusy && <Spinner className={styles.spinner} />}
    </AriaButton>
  );
}
