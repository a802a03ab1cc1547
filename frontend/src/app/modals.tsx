/** Who draws the dialogs that several features open. Each loads when it is first wanted. */
import { lazy, Suspense } from 'react';
import { registerModal } from '@/lib/modals/named';
import { router } from './router';

const AddAccount = lazy(() => import('@/features/accounts/dialogs/AddAccountDialog'));
const AddLocalAccount = lazy(() => import('@/features/accounts/dialogs/AddLocalAccountDialog'));
const CloseAccount = lazy(() => import('@/features/accounts/dialogs/CloseAccountDialog'));
const UnlinkAccount = lazy(() => import('@/features/accounts/dialogs/UnlinkAccountDialog'));
const CreateKey = lazy(() => import('@/features/sync/CreateKeyDialog'));
const FixKey = lazy(() => import('@/features/sync/FixKeyDialog'));
const Devices = lazy(() => import('@/features/server/DevicesDialog'));
const EarlierUploads = lazy(() => import('@/features/files/EarlierUploadsDialog'));
const LoadBackup = lazy(() => import('@/features/files/LoadBackupDialog'));

const plain = () => ({});
const withId = (params: URLSearchParams) => {
  const id = params.get('id');
  return id === null ? null : { id };
};

const goToAccount = (id: string) => void router.navigate(`/accounts/${id}`);

export function registerModals(): void {
  registerModal(
    'add-account',
    (_, close) => (
      <Suspense>
        <AddAccount onClose={close} onCreated={goToAccount} />
      </Suspense>
    ),
    { fromLink: plain },
  );
  registerModal(
    'add-local-account',
    (_, close) => (
      <Suspense>
        <AddLocalAccount onClose={close} onCreated={goToAccount} />
      </Suspense>
    ),
    { fromLink: plain },
  );
  registerModal(
    'close-account',
    ({ id }, close) => (
      <Suspense>
        <CloseAccount id={id} onClose={close} />
      </Suspense>
    ),
    { comesBack: true, fromLink: withId },
  );
  registerModal('unlink-account', ({ account }, close) => (
    <Suspense>
      <UnlinkAccount account={account} onClose={close} />
    </Suspense>
  ));
  registerModal('create-encryption-key', ({ recreate }, close) => (
    <Suspense>
      <CreateKey recreate={recreate} onClose={close} />
    </Suspense>
  ));
  registerModal('fix-encryption-key', (args, close) => (
    <Suspense>
      <FixKey {...args} onClose={close} />
    </Suspense>
  ));
  registerModal(
    'load-backup',
    ({ id }, close) => (
      <Suspense>
        <LoadBackup id={id} onClose={close} />
      </Suspense>
    ),
    { fromLink: withId },
  );
  registerModal(
    'devices',
    (_, close) => (
      <Suspense>
        <Devices onClose={close} />
      </Suspense>
    ),
    { fromLink: plain },
  );
  registerModal('earlier-uploads', (args, close) => (
    <Suspense>
      <EarlierUploads {...args} onClose={close} />
    </Suspense>
  ));
}
