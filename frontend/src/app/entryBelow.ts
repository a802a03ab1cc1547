import { type createBrowserRouter, createPath } from 'react-router';
import { type OpenModal, useModals } from '@/lib/modals/modals';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Back on the first entry of a tab's history leaves the program, which no page can stop. So a
 * dialog that opens there adds an entry with the same address to go back from.
 */
export function keepEntryBelow(router: Router): () => void {
  const depths = new Map<string, number>();
  let depth = 0;
  const follow = ({ location, historyAction }: Router['state']) => {
    const unknown = { PUSH: depth + 1, REPLACE: depth, POP: 0 }[historyAction];
    depth = depths.get(location.key) ?? unknown;
    depths.set(location.key, depth);
  };
  const onModals = ({ stack }: { stack: OpenModal[] }, before: { stack: OpenModal[] }) => {
    const { location, navigation } = router.state;
    const hasOpened = stack.length > 0 && before.stack.length === 0;
    if (!hasOpened || depth > 0 || navigation.state !== 'idle') return;
    void router.navigate(createPath(location), { state: location.state });
  };
  follow(router.state);
  const stops = [router.subscribe(follow), useModals.subscribe(onModals)];
  return () => {
    for (const stop of stops) stop();
  };
}
