import { useEffect } from 'react';
import { useBlocker, useLocation, useNavigate } from 'react-router';
import { ModalStack } from '@/components/ModalStack';
import { closeTopOverlay, staysOnBack } from '@/lib/focus/overlays';
import { openFromLink } from '@/lib/modals/named';

/** The open dialogs. The browser's Back closes the one in front and stays on the page. */
export function Dialogs() {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && staysOnBack());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    closeTopOverlay();
    blocker.reset();
  }, [blocker]);
  return <ModalStack />;
}

/** Opens the dialog that a link names, `?dialog=add-account`, and takes it out of the address. */
export function useLinkedDialog(): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const name = params.get('dialog');
    if (name === null) return;
    const given = new URLSearchParams(params);
    for (const key of ['dialog', 'id']) params.delete(key);
    const rest = params.size > 0 ? `?${params}` : '';
    const there = navigate({ pathname, search: rest, hash }, { replace: true, state });
    void Promise.resolve(there).then(() => openFromLink(name, given));
  }, [pathname, search, hash, state, navigate]);
}
