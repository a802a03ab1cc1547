import { History, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { showConfirm } from '@/components/AlertDialog';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Problem } from '@/components/Problem';
import { Skeleton } from '@/components/Skeleton';
import type { Backup } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { formatDay } from '@/lib/format/dates';
import { useDateFormat } from '@/lib/prefs/prefs';
import { backupsTexts } from '@/texts/backups';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import {
  byDay,
  clockText,
  loadBackup,
  makeBackup,
  relativeText,
  timeText,
  useBackups,
} from './backups';
import styles from './Dialogs.module.css';

interface LoadBackupDialogProps {
  id: string;
  onClose: () => void;
}

/** The backups of a budget, and the way back to one of them. */
export default function LoadBackupDialog({ id, onClose }: LoadBackupDialogProps) {
  const backups = useBackups(id);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const make = async () => {
    setBusy(true);
    setError(null);
    try {
      await makeBackup(id);
      announce(backupsTexts.made);
    } catch (caught) {
      setError(errorText(caught));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={backupsTexts.title}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={() => void make()} isBusy={busy}>
            {backupsTexts.now}
          </Button>
          <Button look="primary" size="large" onPress={onClose} autoFocus>
            {commonTexts.close}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{backupsTexts.lead}</p>
      {error && <Problem>{error}</Problem>}
      {backups.isPending && <Waiting />}
      {backups.isError && (
        <Problem>{`${backupsTexts.loadFailed} ${errorText(backups.error)}`}</Problem>
      )}
      {backups.data && <Backups id={id} backups={backups.data} />}
    </Dialog>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={backupsTexts.loading}>
      <Skeleton width={220} />
    </div>
  );
}

function Backups({ id, backups }: { id: string; backups: readonly Backup[] }) {
  const format = useDateFormat();
  const latest = backups.find(({ isLatest }) => isLatest);
  const days = byDay(backups);
  const now = new Date();
  return (
    <>
      {latest && (
        <div className={styles.strip}>
          <span>{backupsTexts.working}</span>
          <Button onPress={() => void loadBackup(id, latest.id)}>
            <RotateCcw size="1rem" aria-hidden="true" />
            {backupsTexts.revert}
          </Button>
        </div>
      )}
      {days.length === 0 && <p className={styles.hint}>{backupsTexts.none}</p>}
      <ul aria-label={backupsTexts.list} className={styles.days}>
        {days.map((day) => (
          <li key={day.day}>
            <h3 className={styles.day}>{formatDay(day.day, format)}</h3>
            <ul className={styles.backups}>
              {day.backups.map((backup) => (
                <li key={backup.id}>
                  <Button
                    look="bare"
                    className={styles.backup}
                    onPress={() => askToLoad(id, backup.id, timeText(backup, day.backups, format))}
                  >
                    <History size={16} aria-hidden="true" />
                    {`${clockText(backup, day.backups)}, ${relativeText(backup.date ?? '', now)}`}
                  </Button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function askToLoad(id: string, backup: string, time: string): void {
  const body = (
    <>
      <p>{backupsTexts.hint}</p>
      <p className={styles.hint}>{backupsTexts.cloudHint}</p>
    </>
  );
  const act = () => void loadBackup(id, backup);
  showConfirm(backupsTexts.question(time), body, { text: backupsTexts.load, act });
}
