import type { ReactNode } from 'react';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { Button } from './Button';
import { Dialog } from './Dialog';

/** Says something that must be read before going on. */
export function showAlert(title: string, text: string): void {
  pushModal('alert', (close) => (
    <Dialog
      title={title}
      isAlert
      onClose={close}
      footer={
        <Button look="primary" onPress={close} autoFocus>
          {commonTexts.ok}
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  ));
}

/** A button of a question and its action. */
export interface Choice {
  text: string;
  act: () => void;
  look?: 'danger';
}

interface ConfirmProps {
  title: string;
  body: ReactNode;
  choices: readonly Choice[];
  onClose: () => void;
  /** The user chose none of them. */
  onCancel?: () => void;
}

/** Asks a question; the safe choice has the focus, and the last one is highlighted. */
export function Confirm({ title, body, choices, onClose, onCancel }: ConfirmProps) {
  const answer = (then?: () => void) => () => {
    onClose();
    then?.();
  };
  const last = choices.at(-1);
  return (
    <Dialog
      title={title}
      isAlert
      onClose={answer(onCancel)}
      footer={
        <>
          <Button size="large" onPress={answer(onCancel)} autoFocus>
            {commonTexts.cancel}
          </Button>
          {choices.map((choice) => (
            <Button
              key={choice.text}
              look={choice.look ?? (choice === last ? 'primary' : 'plain')}
              size="large"
              onPress={answer(choice.act)}
            >
              {choice.text}
            </Button>
          ))}
        </>
      }
    >
      {typeof body === 'string' ? <p>{body}</p> : body}
    </Dialog>
  );
}

/** Asks with one choice beside "Cancel"; calls `onCancel` if the person cancels or closes it. */
export function askFirst(
  title: string,
  body: ReactNode,
  choice: Choice,
  onCancel: () => void,
): void {
  ask({ title, body, choices: [choice], onCancel });
}

export function showConfirm(title: string, body: ReactNode, ...choices: Choice[]): void {
  ask({ title, body, choices });
}

function ask(question: Omit<ConfirmProps, 'onClose'>): void {
  pushModal('confirm', (close) => <Confirm {...question} onClose={close} />);
}
