/** The budget screen on a budget held in memory, for looking at it without a backend. */
import '@fontsource-variable/source-sans-3';
import '@/components/base.css';
import '@/components/tokens.css';
import { createRoot } from 'react-dom/client';
import { ModalStack } from '@/components/ModalStack';
import BudgetPage from '@/features/budget/BudgetPage';
import { FakeBudget } from '@/features/budget/testing/fakeBudget';
import { household } from '@/features/budget/testing/household';
import type { BudgetType } from '@/generated/contract';
import { send, setConnection } from '@/lib/connection/backend';
import { Connection } from '@/lib/connection/connection';
import { startKeys } from '@/lib/keys/keys';
import { startLists } from '@/lib/lists/lists';
import { loadGlobalPrefs, loadPrefs, startPrefs } from '@/lib/prefs/prefs';
import { startSheet } from '@/lib/sheet/sheet';
import { fakeSocket } from './fakeSocket';

const options = new URLSearchParams(location.search);
const type = (options.get('type') ?? 'rollover') as BudgetType;
const budget = new FakeBudget(household(type, Number(options.get('repeat') ?? 1)));
budget.globalPrefs.maxMonths = Number(options.get('months') ?? 3);
Object.assign(window, { budget });

async function start(): Promise<void> {
  const connection = new Connection(() => fakeSocket(budget));
  setConnection(connection);
  connection.start();
  startPrefs();
  startLists();
  startSheet();
  startKeys();
  await send('load-budget', { id: 'fake' });
  await Promise.all([loadPrefs(), loadGlobalPrefs()]);
  const root = document.getElementById('root');
  if (root) {
    createRoot(root).render(
      <>
        <BudgetPage />
        <ModalStack />
      </>,
    );
  }
}

void start();
