/** The actions in the menus of the open budget and of the server. */
import type { Action } from '@/lib/actions/actions';
import { syncWithBank } from '@/lib/banks/status';
import { exportFromMenu } from '@/lib/files/exportBudget';
import { useOpenFile } from '@/lib/files/openFile';
import { openModal } from '@/lib/modals/named';
import type { useServer } from '@/lib/server/server';
import { commonTexts } from '@/texts/common';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { serverTexts } from '@/texts/server';
import { helpTexts, shellTexts } from '@/texts/shell';
import {
  goToChangePassword,
  goToServer,
  goToSignIn,
  leaveBrowser,
  leaveServer,
} from './serverSteps';
import { openShortcutHelp, type ShellContext } from './shellActions';

interface BudgetContext extends ShellContext {
  /** Opens the field for the budget's name in place of the menu. */
  rename: () => void;
}

function withOpen(act: (id: string) => void): void {
  const { id } = useOpenFile.getState();
  if (id) act(id);
}

const COPIES: readonly Action<unknown>[] = [
  {
    id: 'export',
    label: shellTexts.exportBudget,
    run: () => withOpen((id) => void exportFromMenu(id)),
  },
  {
    id: 'backup',
    label: filesTexts.backup.open,
    run: () => withOpen((id) => openModal('load-backup', { id })),
  },
];

/** Offered by the palette too, without keys. */
export const IN_PALETTE: readonly Action<unknown>[] = [
  { id: 'add-account', label: commonTexts.addAccount, run: () => openModal('add-account', {}) },
  { id: 'sync-banks', label: helpTexts.syncBanks, run: () => void syncWithBank(null) },
  {
    id: 'set-up-provider',
    label: helpTexts.setUpProvider,
    run: () => openModal('set-up-provider', { provider: null, upgradingAccountId: null }),
  },
  { id: 'bank-help', label: helpTexts.bankHelp, run: () => openModal('bank-help', {}) },
  ...COPIES,
];

export const BUDGET_MENU: readonly Action<BudgetContext>[] = [
  { id: 'rename', label: exact.renameBudget, run: ({ rename }) => rename() },
  ...COPIES,
  { id: 'repair', label: exact.repairSplits, run: ({ goTo }) => goTo('/tools/fix-splits') },
  { id: 'settings', label: shellTexts.settings, run: ({ goTo }) => goTo('/settings') },
  { id: 'help', label: exact.help, keys: ['?'], run: openShortcutHelp },
];

interface ServerContext {
  server: ReturnType<typeof useServer.getState>;
  /** This browser was let in by a password. */
  byPassword: boolean;
}

type ServerAction = Action<ServerContext>;

/** Somebody is signed in to a server, even if it is unreachable now. */
export const isAtServer = ({ server: { url, user } }: ServerContext) => Boolean(url && user);

/** Signing in and out, which the screens without a budget offer too. */
export const SESSION_MENU: readonly ServerAction[] = [
  {
    id: 'sign-in',
    label: serverTexts.signIn,
    applies: ({ server: { url, user } }) => Boolean(url) && user === null,
    run: () => void goToSignIn(),
  },
  {
    id: 'password',
    label: exact.changePassword,
    applies: isAtServer,
    run: () => void goToChangePassword(),
  },
  {
    id: 'devices',
    label: serverTexts.openDevices,
    applies: isAtServer,
    run: () => openModal('devices', {}),
  },
  { id: 'sign-out', label: exact.signOut, applies: isAtServer, run: () => void leaveServer() },
  {
    id: 'browser-out',
    label: serverTexts.signBrowserOut,
    applies: ({ byPassword }) => byPassword,
    run: () => void leaveBrowser(),
  },
];

export const SERVER_MENU: readonly ServerAction[] = [
  ...SESSION_MENU,
  {
    id: 'server',
    label: ({ server }) => (server.url ? serverTexts.other : serverTexts.use),
    general: serverTexts.use,
    run: () => void goToServer(),
  },
];

export const HELP_MENU: readonly Action<unknown>[] = [
  { id: 'shortcuts', label: shellTexts.shortcuts, keys: ['?'], run: openShortcutHelp },
];
