/** Who draws the dialogs that several features open. Each loads when it is first wanted. */

import { registerModal } from '@/lib/modals/named';
import { lazy } from '@/lib/parts/lazy';
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
const ImportTransactions = lazy(() => import('@/features/statements/ImportDialog'));
const OneRule = lazy(() => import('@/features/rules/editor/OneRuleDialog'));
const WhyCategory = lazy(() => import('@/features/rules/why/WhyCategoryDialog'));
const ManageRules = lazy(() => import('@/features/rules/RulesDialog'));

const plain = () => ({});
const withId = (params: URLSearchParams) => {
  const id = params.get('id');
  return id === null ? null : { id };
};

const goToAccount = (id: string) => void router.navigate(`/accounts/${id}`);
const showImported = (id: string, imported: readonly string[]) =>
  void router.navigate(`/accounts/${id}`, { state: { imported } });

export function registerModals(): void {
  registerModal(
    'add-account',
    (_, close) => <AddAccount onClose={close} onCreated={goToAccount} />,
    { fromLink: plain },
  );
  registerModal(
    'add-local-account',
    (_, close) => <AddLocalAccount onClose={close} onCreated={goToAccount} />,
    { fromLink: plain },
  );
  registerModal('close-account', ({ id }, close) => <CloseAccount id={id} onClose={close} />, {
    comesBack: true,
    fromLink: withId,
  });
  registerModal('unlink-account', ({ account }, close) => (
    <UnlinkAccount account={account} onClose={close} />
  ));
  registerModal('create-encryption-key', ({ recreate }, close) => (
    <CreateKey recreate={recreate} onClose={close} />
  ));
  registerModal('fix-encryption-key', (args, close) => <FixKey {...args} onClose={close} />);
  registerModal('load-backup', ({ id }, close) => <LoadBackup id={id} onClose={close} />, {
    fromLink: withId,
  });
  registerModal(
    'import-transactions',
    (args, close) => <ImportTransactions {...args} onShow={showImported} onClose={close} />,
    { fromLink: (params) => ({ accountId: params.get('id'), files: [] }) },
  );
  registerModal('manage-rules', (args, close) => <ManageRules {...args} onClose={close} />);
  registerModal('new-rule', (args, close) => <OneRule {...args} onClose={close} />);
  registerModal('edit-rule', (args, close) => <OneRule {...args} onClose={close} />);
  registerModal('why-category', (args, close) => <WhyCategory {...args} onClose={close} />);
  registerModal('devices', (_, close) => <Devices onClose={close} />, { fromLink: plain });
  registerModal('earlier-uploads', (args, close) => <EarlierUploads {...args} onClose={close} />);
}
