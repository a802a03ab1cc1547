import type { UpgradeNotice } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { useOpenFile } from '@/lib/files/openFile';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { exact } from '@/texts/exact';
import { upgradesTexts } from '@/texts/shell';
import { router } from './router';

interface Upgrade {
  /** Where the notice leads, and what its button says. */
  path: string;
  button: string;
  /** The tasks in this budget; without any, no notice is shown. */
  find: () => Promise<string[]>;
}

const UPGRADES: Record<UpgradeNotice, Upgrade> = {
  'repair-splits': {
    path: '/tools/fix-splits',
    button: exact.repairSplits,
    find: async () => {
      // Few budgets need it, so no other one loads it.
      const { findFaults } = await import('@/features/tools/findFaults');
      return findFaults();
    },
  },
};

function show(type: UpgradeNotice, found: readonly string[]): void {
  const id = `upgrade-${type}`;
  const { path, button } = UPGRADES[type];
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
    message: message(found),
    button: { title: button, action },
  });
}

/** Looks once for what an older budget needs; a sound one hears nothing. */
async function lookAt(type: UpgradeNotice): Promise<void> {
  const { id } = useOpenFile.getState();
  const found = await UPGRADES[type].find();
  if (useOpenFile.getState().id !== id) return;
  if (found.length > 0) show(type, found);
  await send('seen-upgrade-notification', { type });
}

/** Notifies an older budget of what it needs, each thing once. */
export function startUpgradeNotices(): () => void {
  const look = async () => {
    const due = await send('get-upgrade-notifications', {});
    if (useOpenFile.getState().stage === 'open') await Promise.all(due.map(lookAt));
  };
  return useOpenFile.subscribe(({ id, stage }, before) => {
    const isOpened = stage === 'open' && (id !== before.id || before.stage !== 'open');
    if (isOpened) look().catch(() => {});
  });
}
