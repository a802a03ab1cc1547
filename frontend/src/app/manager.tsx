import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router';
import { ManagerPage } from '@/components/manager/ManagerPage';
import { openDemo, openNewFile } from '@/features/files/openSteps';
import { server } from '@/lib/server/server';
import { Screen } from './Screen';
import { texts } from './texts';

const FilesPage = lazy(() => import('@/features/files/FilesPage'));
const ConfigServerPage = lazy(() => import('@/features/server/ConfigServerPage'));
const LoginPage = lazy(() => import('@/features/server/LoginPage'));
const BootstrapPage = lazy(() => import('@/features/server/BootstrapPage'));
const ErrorPage = lazy(() => import('@/features/server/ErrorPage'));
const ChangePasswordPage = lazy(() => import('@/features/server/ChangePasswordPage'));

/** The frame of the screens without an open budget. */
export function Manager() {
  return (
    <ManagerPage>
      <Suspense>
        <Outlet />
      </Suspense>
    </ManagerPage>
  );
}

/** With a server, files are for who is signed in there; nobody leads to signing in. */
function SignedIn({ children }: { children: ReactNode }) {
  const isNobody = server(({ url, user }) => Boolean(url) && user === null);
  return isNobody ? <Navigate to="/login" replace /> : children;
}

const demo = () => void openDemo();

const testFile = import.meta.env.DEV ? { onTestFile: () => void openNewFile(true) } : {};

function screen(path: string, title: string, element: ReactNode): RouteObject {
  return { path, element: <Screen title={title}>{element}</Screen> };
}

export const managerRoutes: RouteObject[] = [
  screen(
    '/',
    texts.files.title,
    <SignedIn>
      <FilesPage />
    </SignedIn>,
  ),
  screen('/config-server', texts.server.titles.config, <ConfigServerPage {...testFile} />),
  screen('/login', texts.server.titles.login, <LoginPage onDemo={demo} />),
  screen('/bootstrap', texts.server.titles.bootstrap, <BootstrapPage onDemo={demo} />),
  screen('/error', texts.server.titles.error, <ErrorPage />),
  screen(
    '/change-password',
    texts.server.titles.change,
    <SignedIn>
      <ChangePasswordPage />
    </SignedIn>,
  ),
];
