import { Dialog } from '@/components/Dialog';
import { rulesTexts } from '@/texts/rules';
import { Rules } from './Rules';
import styles from './rules.module.css';

interface RulesDialogProps {
  payee: { id: string; name: string };
  onClose: () => void;
}

/** The rules that mention a payee. */
export default function RulesDialog({ payee, onClose }: RulesDialogProps) {
  return (
    <Dialog title={rulesTexts.titleOf(payee.name)} size="large" onClose={onClose}>
      <div className={styles.inDialog}>
        <Rules payee={payee} />
      </div>
    </Dialog>
  );
}
