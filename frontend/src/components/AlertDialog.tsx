import { pushModal } from '@/lib/modals/modals';
import { Button } from './Button';
import { Dialog } from './Dialog';

/** Says something that must be read; used where the specification asks for an alert. */
export function showAlert(title: string, text: string): void {
  pushModal('alert', (close) => (
    <Dialog
      title={title}
      isAlert
      onClose={close}
      footer={
        <Button look="primary" onPress={close} autoFocus>
          OK
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  ));
}

/** Asks something; the safe answer has the focus. */
export function showConfirm(title: string, text: string, yes: { text: string; act: () => void }) {
  pushModal('confirm', (close) => (
    <Dialog
      title={title}
      isAlert
      onClose={close}
      footer={
        <>
          <Button size="large" onPress={close} autoFocus>
            Cancel
          </Button>
          <Button
            look="primary"
            size="large"
            onPress={() => {
              close();
              yes.act();
            }}
          >
            {yes.text}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  ));
}
