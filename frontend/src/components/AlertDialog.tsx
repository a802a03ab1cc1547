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
}

/** Asks a question; the safe choice has the focus, and the last one is highlighted. */
export function showConfirm(title: string, body: ReactNode, ...choices: Choice[]): void {
  pushModal('confirm', (close) => (
    <Dialog
      title={title}
      isAlert
      onClose={close}
      footer={
        <>
          <Button size="large" onPress={close} autoFocus>
            {commonTexts.cancel}
          </Button>
          {choices.map(({ text, act }) => (
            <Button
              key={text}
              look={text === choices.at(-1)?.text ? 'primary' : 'plain'}
              size="large"
              onPress={() => {
                close();
                act();
              }}
            >
              {text}
            </Button>
          ))}
        </>
      }
    >
      {typeof body === 'string' ? <p>{body}</p> : body}
    </Dialog>
  ));
}
