import type { UpgradeNotice } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { useOpenFile } from '@/lib/files/openFile';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { exact } from '@/texts/exact';
import { upgradesTexts } from '@/texts/shell';
import { router } from './router';

/** Where each notice leads, and what its button says. */
const WAYS: Record<UpgradeNotice, { path: string; button: string }> = {
  'repair-splits': { path: '/tools/fix-splits', button: exact.repairSplits },
};

function show(type: UpgradeNotice): void {
  const id = `upgrade-${type}`;
  const { path, button } = WAYS[type];
  const action = () => {
    dismissNotice(id);
    void router.navigate(path);
  };
  const { title, message } = upgradesTexts[type];
  notify({
    id,
    type: 'message',
    sticky: true,
    title,
    message,
    button: { title: button, action },
  });
  void send('seen-upgrade-notification', { type }).catch(() => {});
}

/** Notifies an older budget of what is new for it, each thing once. */
export function startUpgradeNotices(): () => void {
  const look = async () => {
    const due = await send('get-upgrade-notifications', {});
    if (useOpenFile.getState().stage === 'open') for (const type of due) show(type);
  };
  return useOpenFile.subscribe(({ id, stage }, before) => {
    const isOpened = stage === 'open' && (id !== before.id || before.stage !== 'open');
    if (isOpened) look().catch(() => {});
  });
}
