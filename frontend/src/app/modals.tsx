/** Who draws the dialogs that several features open. Each loads when it is first wanted. */

import type { BankModal } from '@/features/banks/BankDialog';
import { registerModal } from '@/lib/modals/named';
import { lazy } from '@/lib/parts/lazy';
import { router } from './router';
import { goToServer } from './serverSteps';

const AddLocalAccount = lazy(() => import('@/features/accounts/dialogs/AddLocalAccountDialog'));
const BankPart = lazy(() => import('@/features/banks/BankPart'));
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
  registerBankModals();
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

const BANK_MODALS: readonly BankModal[] = [
  'set-up-provider',
  'choose-bank',
  'plaid-external-msg',
  'select-linked-accounts',
  'configure-linked-accounts',
  'bank-row',
];

function registerBankModals(): void {
  const draw = (name: BankModal) => (args: object, close: () => void) => (
    <BankPart
      part="dialog"
      opened={{ name, args } as never}
      onShow={goToAccount}
      onServer={() => void goToServer()}
      onClose={close}
    />
  );
  for (const name of BANK_MODALS) registerModal(name, draw(name));
  registerModal('add-account', draw('add-account'), { fromLink: plain });
  registerModal('bank-help', draw('bank-help'), { fromLink: plain });
}
