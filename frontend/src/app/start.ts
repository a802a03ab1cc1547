import { showAlert } from '@/components/AlertDialog';
import { closeIfDeleted } from '@/features/files/download';
import { tellNotOpened } from '@/features/files/openSteps';
import { getConnection, setTagger } from '@/lib/connection/backend';
import { startSession } from '@/lib/connection/session';
import { restoreBudget, startOpenFile } from '@/lib/files/openFile';
import { startHistory } from '@/lib/history/history';
import { takeSnapshot } from '@/lib/history/snapshots';
import { startEditedField } from '@/lib/keys/editedField';
import { startKeys } from '@/lib/keys/keys';
import { startLists } from '@/lib/lists/lists';
import { startLoadingAhead } from '@/lib/parts/ahead';
import { startPrefs } from '@/lib/prefs/prefs';
import { startServer } from '@/lib/server/server';
import { startSheet } from '@/lib/sheet/sheet';
import { startSync } from '@/lib/sync/sync';
import { startTheme } from '@/lib/theme/theme';
import { shellTexts } from '@/texts/shell';
import { startFaultNotices } from './faultNotices';
import { startMissingParts } from './missingParts';
import { registerModals } from './modals';
import { startSyncNotices } from './syncNotices';
import { startUnusedPayees } from './unusedPayees';
import { startUpgradeNotices } from './upgradeNotices';

/** Connects the stores to the backend and opens the budget this tab had. */
export function startApp(): void {
  startMissingParts();
  registerModals();
  startTheme();
  startKeys();
  startEditedField();
  startSheet();
  startLists();
  startPrefs();
  startServer();
  startSession();
  startSync();
  startSyncNotices();
  startFaultNotices();
  startUpgradeNotices();
  startUnusedPayees();
  startHistory();
  setTagger(takeSnapshot);
  startOpenFile((message) => showAlert(shellTexts.budgetClosed, message));
  startLoadingAhead();
  getConnection().start();
  void restoreBudget(tellNotOpened).then(closeIfDeleted);
}
