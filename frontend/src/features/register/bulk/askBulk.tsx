import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { pushModal } from '@/lib/modals/modals';

/** Asks before something that is easily regretted is done to many transactions. */
export function askBulk(title: string, words: string, act: () => Promise<void>): void {
  const isDelete = title.startsWith('Delete');
  pushModal('confirm-bulk', (close) => (
    <Dialog
      title={title}
      isAlert
      onClose={close}
      footer={
        <>
          <Button onPress={close} autoFocus>
            Cancel
          </Button>
          <Button
            look={isDelete ? 'danger' : 'primary'}
            onPress={() => {
              close();
              void act();
            }}
          >
            {isDelete ? 'Delete' : 'Go on'}
          </Button>
        </>
      }
    >
      <p>{words || 'You can undo this afterwards.'}</p>
    </Dialog>
  ));
}
