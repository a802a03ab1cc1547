import { QueryClientProvider } from '@tanstack/react-query';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RouterProvider } from 'react-router';
import { lists } from '@/lib/lists/lists';
import { LOCALE } from '@/texts/locale';
import { FatalBoundary } from './FatalScreen';
import { LiveRegion } from './LiveRegion';
import { LoadingScreen } from './LoadingScreen';
import { NoticeStack } from './NoticeStack';
import { router } from './router';
import { useEverywhereShortcuts } from './useShellShortcuts';

/** The whole page: the routes, and what lies over all of them. */
export function App() {
  useEverywhereShortcuts();
  return (
    <FatalBoundary>
      <I18nProvider locale={LOCALE}>
        <QueryClientProvider client={lists}>
          <RouterProvider router={router} />
          <LoadingScreen />
          <NoticeStack />
          <LiveRegion />
        </QueryClientProvider>
      </I18nProvider>
    </FatalBoundary>
  );
}
