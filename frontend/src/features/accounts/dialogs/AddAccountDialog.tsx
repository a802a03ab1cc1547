import { exact } from '@/app/texts';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { useLayout } from '@/components/useMedia';
import { words } from '../texts';
import AddLocalAccountDialog from './AddLocalAccountDialog';

interface AddAccountProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

/**
 * The way to a new account: a local one, as no bank can be linked. On a phone it is said that
 * accounts cannot be made there (spec/2 section 2).
 */
export default function AddAccountDialog({ onClose, onCreated }: AddAccountProps) {
  const layout = useLayout();
  if (layout === 'full' || layout === 'rail') {
    return <AddLocalAccountDialog onClose={onClose} onCreated={onCreated} />;
  }
  return (
    <Dialog
      title={exact.addAccount}
      isAlert
      onClose={onClose}
      footer={
        <Button look="primary" onPress={onClose} autoFocus>
          OK
        </Button>
      }
    >
      <p>{words.notOnMobile}</p>
    </Dialog>
  );
}
