import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAccounts } from '@/lib/accounts/accounts';

/**
 * A budget that opens at its grid without any account leads to where the first is added. If
 * the user goes to the grid again before the accounts are known, it stays.
 */
export function useFirstAccount(): void {
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  const { data } = useAccounts();
  const isLookedAt = useRef(false);
  const start = useRef('');
  useEffect(() => {
    if (pathname === '/budget') start.current ||= key;
    if (!data || isLookedAt.current) return;
    isLookedAt.current = true;
    if (data.length === 0 && key === start.current) navigate('/accounts', { replace: true });
  }, [data, navigate, pathname, key]);
}
