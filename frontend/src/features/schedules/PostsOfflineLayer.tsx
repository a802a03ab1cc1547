import { useLocation, useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { SCREEN_BELOW } from '@/lib/layers/layers';
import { useCloseLayer } from '@/lib/layers/useLayer';
import { commonTexts } from '@/texts/common';
import { offlineTexts } from '@/texts/schedules';
import styles from './schedules.module.css';

/** The navigation state of this layer. */
interface OfflineState {
  /** Names of the payees whose transactions were not posted. */
  payees?: readonly string[];
}

/** The payments that were due but not posted, because the server was out of reach. */
export default function PostsOfflineLayer() {
  const close = useCloseLayer();
  const navigate = useNavigate();
  const { payees = [] } = (useLocation().state ?? {}) as OfflineState;
  return (
    <Dialog
      title={offlineTexts.title}
      isLayer
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{commonTexts.close}</Button>
          <Button
            look="primary"
            autoFocus
            onPress={() => void navigate(SCREEN_BELOW, { replace: true })}
          >
            {offlineTexts.review}
          </Button>
        </>
      }
    >
      <div className={styles.offline}>
        <p>{offlineTexts.lead}</p>
        {payees.length > 0 && (
          <ul aria-label={offlineTexts.payees}>
            {payees.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
        <p className={styles.hint}>{offlineTexts.hint}</p>
      </div>
    </Dialog>
  );
}
