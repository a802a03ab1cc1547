import { CloudCheck } from 'lucide-react';
import { Button } from '@/components/Button';
import { CallError } from '@/lib/connection/callError';
import { openModal } from '@/lib/modals/named';
import { loadPrefs, usePref } from '@/lib/prefs/prefs';
import { useServer } from '@/lib/server/server';
import { uploadErrorText } from '@/lib/sync/errorWords';
import { offerKey } from '@/lib/sync/offerKey';
import { leaveSync, resetSync, uploadBudget } from '@/lib/sync/sync';
import { exact } from '@/texts/exact';
import { serverTexts } from '@/texts/server';
import { settingsTexts } from '@/texts/settings';
import { Action } from './Action';
import { Section } from './Section';
import styles from './settings.module.css';
import { useServerReason } from './useServerReason';

const { advanced, sync } = settingsTexts;

/** Runs `work`, reloads the preferences of the file and returns the message `done`. */
async function atServer(work: () => Promise<void>, done: string): Promise<string> {
  try {
    await work();
  } catch (error) {
    offerKey(error, work);
    // Only here is it known what was tried, so the error text is made here.
    throw new CallError('sync', uploadErrorText(error));
  }
  await loadPrefs();
  return done;
}

/** Makes this copy of the budget the one that counts. */
export function ResetSync() {
  const reason = useServerReason();
  const isOnServer = usePref('cloudFileId') !== '';
  return (
    <Action
      name={exact.resetSync}
      hint={advanced.resetHint}
      question={{ title: advanced.resetQuestion, text: advanced.resetSure }}
      run={() => atServer(resetSync, advanced.resetDone)}
      reason={isOnServer ? reason : advanced.noServer}
    />
  );
}

/** Other data on the server: earlier uploads of the budget, and the signed-in devices. */
function ServerPlaces() {
  const name = usePref('budgetName');
  const fileId = usePref('cloudFileId');
  return (
    <div className={styles.buttons}>
      <Button onPress={() => openModal('earlier-uploads', { fileId, name, hasKey: true })}>
        {sync.uploads}
      </Button>
      <Button onPress={() => openModal('devices', {})}>{serverTexts.openDevices}</Button>
    </div>
  );
}

const leaving = {
  name: sync.leave,
  hint: sync.leaveHint,
  question: { title: sync.leaveQuestion, text: sync.leaveSure },
  run: () => atServer(leaveSync, sync.leaveDone),
};

const uploading = {
  name: sync.upload,
  hint: sync.uploadHint,
  run: () => atServer(uploadBudget, sync.uploadDone),
};

/** The budget's place at the server: how it gets there, and how it leaves. */
export function SyncSection({ onServer }: { onServer: () => void }) {
  const { url, user } = useServer();
  const isOnServer = usePref('cloudFileId') !== '';
  return (
    <Section id="sync" title={sync.title} lead={sync.lead}>
      {!(url && user) && (
        <Button onPress={onServer}>{url ? serverTexts.signIn : serverTexts.use}</Button>
      )}
      {url && isOnServer && (
        <p className={styles.good}>
          <CloudCheck size="1rem" aria-hidden="true" />
          {sync.on(url)}
        </p>
      )}
      {url && user && isOnServer && <ServerPlaces />}
      {/* One and the same, so that it keeps the focus and says what became of it. */}
      {url && (isOnServer || user) && <Action {...(isOnServer ? leaving : uploading)} />}
    </Section>
  );
}
