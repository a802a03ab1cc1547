import { ChevronDown } from 'lucide-react';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import type { BudgetType } from '@/generated/contract';
import { usePref } from '@/lib/prefs/prefs';
import { budgetTexts } from '@/texts/budget';

const NAMES: Record<BudgetType, string> = {
  rollover: budgetTexts.rollover,
  report: budgetTexts.report,
};

/** Where the amount beside it needs the room. */
const SHORT_NAMES: Record<BudgetType, string> = {
  rollover: budgetTexts.rolloverShort,
  report: budgetTexts.reportShort,
};

interface BudgetTypeButtonProps {
  type: BudgetType;
  isShort?: boolean;
  onChange: (type: BudgetType) => void;
}

/**
 * Shows the budget type and switches it. Each type keeps its own budgeted amounts. The settings may
 * take it away.
 */
export function BudgetTypeButton({ type, isShort, onChange }: BudgetTypeButtonProps) {
  const isOffered = usePref('flags.reportBudget');
  if (!isOffered && type === 'rollover') return null;
  return (
    <MenuTrigger>
      <Button look="bare" aria-label={budgetTexts.budgetTypeIs(NAMES[type])}>
        {(isShort ? SHORT_NAMES : NAMES)[type]}
        <ChevronDown size="0.9375rem" aria-hidden="true" />
      </Button>
      <Menu
        aria-label={budgetTexts.budgetType}
        placement="bottom end"
        selectionMode="single"
        selectedKeys={[type]}
        onAction={(key) => key !== type && onChange(key as BudgetType)}
      >
        <MenuItem id="rollover">{budgetTexts.rollover}</MenuItem>
        <MenuItem id="report">{budgetTexts.report}</MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
