import { lazy, Suspense } from 'react';

const BudgetPage = lazy(() => import('@/features/budget/BudgetPage'));

export function App() {
  return (
    <Suspense>
      <BudgetPage />
    </Suspense>
  );
}
