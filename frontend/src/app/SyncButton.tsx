import { CircleOff, CloudAlert, CloudOff, HardDrive, RefreshCw } from 'lucide-react';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { useConnection } from '@/lib/connection/backend';
import { type SyncLabel, syncNow, useSyncLabel } from '@/lib/sync/sync';
import { exact } from '@/texts/exact';
import { shellTexts } from '@/texts/shell';
import { syncTexts } from '@/texts/sync';
import styles from './Titlebar.module.css';

const ICONS: Record<SyncLabel, typeof RefreshCw> = {
  sync: RefreshCw,
  syncing: RefreshCw,
  error: CloudAlert,
  offline: CloudOff,
  disabled: CircleOff,
  local: HardDrive,
};

/** Where the budget is stored and the state of its sync; a press syncs. */
export function SyncButton({ isSmall = false }: { isSmall?: boolean }) {
  const lost = useConnection(({ status }) => status === 'lost');
  const label = useSyncLabel();
  if (lost || label === 'local') return isSmall ? null : <Place isLost={lost} />;
  const Icon = ICONS[label];
  const name = syncTexts.labels[label];
  const isBusy = label === 'syncing';
  const looks = [styles.sync, (label === 'error' || label === 'offline') && styles.lost];
  const icon = (
    <Icon size="0.9375rem" className={isBusy ? styles.turning : ''} aria-hidden="true" />
  );
  const press = { onPress: () => void (isBusy || syncNow()) };
  const className = looks.filter(Boolean).join(' ');
  const isOff = label === 'disabled';
  return (
    <span aria-busy={isBusy}>
      {isSmall ? (
        <IconButton label={name} className={className} isDisabled={isOff} {...press}>
          {icon}
        </IconButton>
      ) : (
        <Button look="bare" className={className} isDisabled={isOff} {...press}>
          {icon}
          {name}
        </Button>
      )}
    </span>
  );
}

/** A budget of this device alone, or one whose backend is out of reach. */
function Place({ isLost }: { isLost: boolean }) {
  const Icon = isLost ? CloudOff : HardDrive;
  return (
    <span className={`${styles.state} ${isLost ? styles.lost : ''}`} title={shellTexts.localHint}>
      <Icon size="0.9375rem" aria-hidden="true" />
      {isLost ? exact.offline : syncTexts.labels.local}
    </span>
  );
}
