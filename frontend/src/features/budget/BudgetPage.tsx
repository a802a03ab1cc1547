/** Stands in for the budget grid. */
export default function BudgetPage() {
  return <h1 tabIndex={-1}>Budget</h1>;
}
