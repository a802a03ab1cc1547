import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { spentPlace } from '../model/spentPlace';
import type { BudgetController } from './BudgetController';

/** Takes a spent amount to the transactions it is made of, with a way back. */
export function useShowSpent(controller: BudgetController): void {
  const navigate = useNavigate();
  useEffect(() => {
    controller.onShowSpent = (category, month) => {
      void navigate('/accounts', { state: spentPlace(category, month) });
    };
    return () => {
      controller.onShowSpent = null;
    };
  }, [controller, navigate]);
}
