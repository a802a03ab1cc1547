import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { pushModal } from '@/lib/modals/modals';
import { registerTexts } from '@/texts/register';

/** Asks before something that is easily regretted is done to many transactions. */
export function askBulk(
  title: string,
  words: string,
  act: () => Promise<void>,
  isDelete = false,
): void {
  pushModal('confirm-bulk', (close) => (
    <Dialog
      title={title}
      isAlert
      onClose={close}
      footer={
        <>
          <Button onPress={close} autoFocus>
            {registerTexts.cancel}
          </Button>
          <Button
            look={isDelete ? 'danger' : 'primary'}
            onPress={() => {
              close();
              void act();
            }}
          >
            {isDelete ? registerTexts.delete : registerTexts.proceed}
          </Button>
        </>
      }
    >
      <p>{words || registerTexts.canUndo}</p>
    </Dialog>
  ));
}
