import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { monthTitle } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';
import type { BudgetController } from './BudgetController';

/** Takes a spent amount to the transactions it is made of, with a way back. */
export function useShowSpent(controller: BudgetController): void {
  const navigate = useNavigate();
  useEffect(() => {
    controller.onShowSpent = ({ id, name }, month) => {
      const filterName = budgetTexts.in(name, monthTitle(month));
      const state = { goBack: true, filterName, category: id, month };
      void navigate('/accounts', { state });
    };
    return () => {
      controller.onShowSpent = null;
    };
  }, [controller, navigate]);
}
