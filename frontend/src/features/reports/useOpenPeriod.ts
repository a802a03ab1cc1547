import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Period } from '@/components/charts/chart';
import { periodPlace } from './model/periodPlace';

/** The period that was opened last, and the entry of the history it was opened from. */
let opened: { entry: string; period: string } | null = null;

/**
 * Opens the transactions of a period. Back returns to the report; `returnTo` is then the period
 * that was opened, so that the keyboard goes on from there.
 */
export function useOpenPeriod(isOnBudget: boolean) {
  const { key: entry } = useLocation();
  const navigate = useNavigate();
  const [returnTo] = useState(() => (opened?.entry === entry ? opened.period : null));
  const open = ({ key, name }: Period) => {
    opened = { entry, period: key };
    void navigate(periodPlace({ key, name, isOnBudget }), { state: { goBack: true } });
  };
  return { returnTo, open };
}
