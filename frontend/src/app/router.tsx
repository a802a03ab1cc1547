import { type ReactNode, useEffect } from 'react';
import { createBrowserRouter, Navigate, Outlet, useLocation } from 'react-router';
import { useOpenFile } from '@/lib/files/openFile';
import { takeTypedOnLeaving } from '@/lib/keys/leaveField';
import { tell } from '@/lib/notices/tell';
import { lazy } from '@/lib/parts/lazy';
import { commonTexts } from '@/texts/common';
import { scheduleScreens } from '@/texts/scheduleShell';
import { shellTexts } from '@/texts/shell';
import { AccountsScreen } from './AccountsScreen';
import { Dialogs } from './Dialogs';
import { keepEntryBelow } from './entryBelow';
import { RouteFatal } from './FatalScreen';
import { setNavigation } from './goTo';
import { Layer } from './Layer';
import { Manager, managerRoutes } from './manager';
import { Screen } from './Screen';
import { Shell } from './Shell';
import { goToSignIn } from './serverSteps';
import { closeFile } from './shellActions';

const TransactionPage = lazy(() => import('@/features/transaction-form/TransactionPage'));
const FixSplitsPage = lazy(() => import('@/features/tools/FixSplitsPage'));
const PayeesPage = lazy(() => import('@/features/payees/PayeesPage'));
const DiscoverLayer = lazy(() => import('@/features/schedules/discover/DiscoverLayer'));
const LinkLayer = lazy(() => import('@/features/schedules/link/LinkLayer'));
const PostsOfflineLayer = lazy(() => import('@/features/schedules/PostsOfflineLayer'));
const ScheduleLayer = lazy(() => import('@/features/schedules/editor/ScheduleLayer'));
const SchedulesPage = lazy(() => import('@/features/schedules/SchedulesPage'));
const RulesPage = lazy(() => import('@/features/rules/RulesPage'));
const SettingsPage = lazy(() => import('@/features/settings/SettingsPage'));
const ReportScreen = lazy(() => import('./ReportScreen'), true);
const BankPart = lazy(() => import('@/features/banks/BankPart'));
const BudgetPage = lazy(() => import('@/features/budget/BudgetPage'));

/** Chooses the tree: without an open budget the manager, with one the app. */
function Guard({ needs, children }: { needs: 'open' | 'closed'; children: ReactNode }) {
  const stage = useOpenFile((state) => state.stage);
  if (stage === 'starting') return null;
  if (stage !== needs) return <Navigate to={stage === 'open' ? '/budget' : '/'} replace />;
  return children;
}

/** An address without a page leads to the budget, and says so. */
function UnknownPage() {
  const { pathname } = useLocation();
  useEffect(() => tell(shellTexts.noPage(pathname)), [pathname]);
  return <Navigate to="/budget" replace />;
}

/** Each address has a screen of its own, so that the heading of the next one gets the focus. */
const bankScreen = (key: string) => (
  <Screen key={key} title={shellTexts.bankSync}>
    <BankPart part="screen" />
  </Screen>
);

const scheduleForm = (
  <Layer title={scheduleScreens.edit}>
    <ScheduleLayer />
  </Layer>
);

takeTypedOnLeaving();

export const router = createBrowserRouter([
  {
    element: (
      <>
        <Outlet />
        <Dialogs />
      </>
    ),
    errorElement: <RouteFatal />,
    children: [
      {
        element: (
          <Guard needs="closed">
            <Manager />
          </Guard>
        ),
        children: managerRoutes,
      },
      {
        element: (
          <Guard needs="open">
            <Shell />
          </Guard>
        ),
        children: [
          {
            path: '/budget',
            element: (
              <Screen title={shellTexts.budget}>
                <BudgetPage />
              </Screen>
            ),
          },
          { path: '/accounts', element: <AccountsScreen /> },
          { path: '/accounts/:id', element: <AccountsScreen /> },
          {
            path: '/transaction/:id',
            element: (
              <Screen title={commonTexts.transaction}>
                <TransactionPage />
              </Screen>
            ),
          },
          {
            path: '/schedules',
            element: (
              <Screen title={scheduleScreens.schedules}>
                <SchedulesPage />
              </Screen>
            ),
          },
          { path: '/schedule/edit', element: scheduleForm },
          { path: '/schedule/edit/:id', element: scheduleForm },
          {
            path: '/schedule/link',
            element: (
              <Layer title={scheduleScreens.link}>
                <LinkLayer />
              </Layer>
            ),
          },
          {
            path: '/schedule/discover',
            element: (
              <Layer title={scheduleScreens.discover}>
                <DiscoverLayer />
              </Layer>
            ),
          },
          {
            path: '/schedule/posts-offline-notification',
            element: (
              <Layer title={scheduleScreens.postsOffline}>
                <PostsOfflineLayer />
              </Layer>
            ),
          },
          {
            path: '/payees',
            element: (
              <Screen title={shellTexts.payees}>
                <PayeesPage />
              </Screen>
            ),
          },
          {
            path: '/rules',
            element: (
              <Screen title={shellTexts.rules}>
                <RulesPage />
              </Screen>
            ),
          },
          { path: '/bank-sync', element: bankScreen('all') },
          { path: '/bank-sync/account/:id/edit', element: bankScreen('one') },
          { path: '/reports/:page?/:id?', element: <ReportScreen /> },
          {
            path: '/tools/fix-splits',
            element: (
              <Screen title={shellTexts.repairSplits}>
                <FixSplitsPage />
              </Screen>
            ),
          },
          {
            path: '/settings',
            element: (
              <Screen title={shellTexts.settings}>
                <SettingsPage onCloseBudget={closeFile} onServer={() => void goToSignIn()} />
              </Screen>
            ),
          },
          { path: '*', element: <UnknownPage /> },
        ],
      },
    ],
  },
]);

setNavigation((path) => router.navigate(path));
keepEntryBelow(router);
