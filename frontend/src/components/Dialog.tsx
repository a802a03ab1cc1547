import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { focusNearRemoved } from '@/lib/focus/nearRemoved';
import { commonTexts } from '@/texts/common';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton';
import { useOverlay } from './useOverlay';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the primary one last; they stay in view while the content scrolls. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'wide' | 'large' | 'import';
  /** While busy neither Escape nor a click outside closes. */
  isBusy?: boolean;
  /** A click outside closes only when nothing was changed. */
  isDirty?: boolean;
  /** Asks before changes are lost, in forms that take long to fill in; Cancel never asks. */
  askToLeave?: (leave: () => void) => void;
  /** It has an address of its own: the browser's Back leaves it by itself, unless it is to ask. */
  isLayer?: boolean;
  /** An alert dialog asks before something that cannot be undone. */
  isAlert?: boolean;
}

/**
 * A dialog over the page: labelled by its title, focus kept inside and given back on close. When
 * a focused control goes, its neighbour takes the focus.
 * Put `autoFocus` on the first field (never on a destructive button). Forms go in `children`
 * with an id; their submit button in `footer` names it with `form`.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, footer, size = 'small', isBusy, isDirty, isAlert } = props;
  const ask = isDirty ? props.askToLeave : undefined;
  const leave = () => (ask ? ask(onClose) : onClose());
  const close = () => {
    if (!isBusy) leave();
  };
  useOverlay(props.isLayer && !ask ? null : close);
  const ignoreStray = useIgnoreStrayClick();
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isBusy && (!isDirty || ask !== undefined)}
      isKeyboardDismissDisabled={isBusy ?? false}
      onOpenChange={(open) => !open && close()}
      className={styles.backdrop ?? ''}
      data-dialog
      onMouseDown={keepFocus}
      onMouseDownCapture={ignoreStray}
      onClickCapture={ignoreStray}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog
          ref={focusNearRemoved}
          role={isAlert ? 'alertdialog' : 'dialog'}
          className={styles.dialog ?? ''}
        >
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton
              label={commonTexts.close}
              onPress={leave}
              isDisabled={isBusy ?? false}
              className={styles.close}
            >
              <X size="1.125rem" aria-hidden="true" />
            </IconButton>
          </div>
          <div className={styles.body}>{children}</div>
          {footer && <div className={styles.foot}>{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A press beside a dialog that stays open leaves the focus in its field. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (event.target === event.currentTarget) event.preventDefault();
}

/** The second click of a double click that opened the dialog does nothing in it. */
function useIgnoreStrayClick() {
  const wasClicked = useRef(false);
  return (event: MouseEvent<HTMLElement>) => {
    if (event.detail > 1 && !wasClicked.current) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (event.type === 'click') wasClicked.current = true;
  };
}
