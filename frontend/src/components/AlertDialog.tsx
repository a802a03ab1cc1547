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

/** An answer to a question, and what is done then. */
export interface Choice {
  text: string;
  act: () => void;
}

/** Asks something; the safe answer has the focus, and the last one stands out. */
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
