import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAccounts } from '@/lib/accounts/accounts';

/** A budget that opens at its grid without any account leads to where the first is added. */
export function useFirstAccount(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data } = useAccounts();
  const isLookedAt = useRef(false);
  useEffect(() => {
    if (!data || isLookedAt.current) return;
    isLookedAt.current = true;
    if (data.length === 0 && pathname === '/budget') navigate('/accounts', { replace: true });
  }, [data, navigate, pathname]);
}
