import { type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import { ManagerPage } from '@/components/manager/ManagerPage';
import { ManagerWaiting } from '@/components/manager/ManagerWaiting';
import { PartPlace } from '@/components/PartPlace';
import { LocalBudgets } from '@/features/files/LocalBudgets';
import { openDemo, openTestFile } from '@/features/files/openSteps';
import { lazy } from '@/lib/parts/lazy';
import { setServerUrl, useServer } from '@/lib/server/server';
import { filesTexts } from '@/texts/files';
import { serverTexts } from '@/texts/server';
import { Screen } from './Screen';
import { ManagerServerMenu } from './ServerMenu';
import { comeBack } from './serverSteps';

const FilesPage = lazy(() => import('@/features/files/FilesPage'));
const ConfigServerPage = lazy(() => import('@/features/server/ConfigServerPage'));
const LoginPage = lazy(() => import('@/features/server/LoginPage'));
const BootstrapPage = lazy(() => import('@/features/server/BootstrapPage'));
const ErrorPage = lazy(() => import('@/features/server/ErrorPage'));
const ChangePasswordPage = lazy(() => import('@/features/server/ChangePasswordPage'));

/** The frame of the screens without an open budget. */
export function Manager() {
  const { pathname } = useLocation();
  return (
    <ManagerPage footer={<ManagerServerMenu />}>
      <PartPlace fallback={<ManagerWaiting />} address={pathname}>
        <Outlet />
      </PartPlace>
    </ManagerPage>
  );
}

/** Files are shown without a server, or after signing in at it. */
function SignedIn({ children }: { children: ReactNode }) {
  const { url, user } = useServer();
  const isFirstRun = url === null && user === null;
  useEffect(() => {
    // Sync is an offer, not a question: budgets work without a server until one is connected.
    if (isFirstRun) void setServerUrl(null).catch(() => {});
  }, [isFirstRun]);
  if (isFirstRun) return <ManagerWaiting />;
  if (user === null) return <Navigate to="/login" replace />;
  // Without a server the answer is at hand; a server may take its time, and files do not wait.
  const isAnswering = url === undefined || (url === null && user === undefined);
  return isAnswering ? <ManagerWaiting /> : children;
}

const demo = () => void openDemo();

const testFile = import.meta.env.DEV ? { onTestFile: () => void openTestFile() } : {};

function screen(path: string, title: string, element: ReactNode): RouteObject {
  return { path, element: <Screen title={title}>{element}</Screen> };
}

export const managerRoutes: RouteObject[] = [
  screen(
    '/',
    filesTexts.title,
    <SignedIn>
      <FilesPage />
    </SignedIn>,
  ),
  screen('/config-server', serverTexts.titles.config, <ConfigServerPage {...testFile} />),
  screen(
    '/login',
    serverTexts.titles.login,
    <LoginPage onDemo={demo} onSignedIn={comeBack} links={<LocalBudgets />} />,
  ),
  screen('/bootstrap', serverTexts.titles.bootstrap, <BootstrapPage onDemo={demo} />),
  screen('/error', serverTexts.titles.error, <ErrorPage links={<LocalBudgets />} />),
  screen(
    '/change-password',
    serverTexts.titles.change,
    <SignedIn>
      <ChangePasswordPage />
    </SignedIn>,
  ),
];
