/** The parts of a number, chosen from the cells that its formula reads. */
import type { BudgetType, CellValue } from '@/generated/contract';
import { cents } from '../model/cells';
import type { CellKind, Subject } from './subject';

/** A number that another one is made of. */
export interface Part {
  subject: Subject;
  /** Cents that it adds; undefined until known. */
  adds: number | undefined;
}

interface Explained {
  subject: Subject;
  type: BudgetType;
  inputs: readonly Subject[];
  /** The value of an input; undefined until known. */
  valueAt: (cell: string) => CellValue | undefined;
}

/** Its parts in the order of the formula. Parts that stay out by their condition are left out. */
export function partsOf(explained: Explained): Part[] {
  const { subject, inputs, type, valueAt } = explained;
  return inputs
    .filter(({ kind }) => kind !== 'carryover' && kind !== 'long-goal')
    .filter((input) => counts(input, explained))
    .map((input) => {
      const value = valueAt(input.cell);
      const amount = value === undefined ? undefined : cents(value);
      const isTaken = isSubtracted(input, subject, type);
      return { subject: input, adds: amount !== undefined && isTaken ? 0 - amount : amount };
    });
}

/** Whether the conditions of the formula let an input in. */
function counts(input: Subject, { subject, inputs, type, valueAt }: Explained): boolean {
  const isSet = (kind: CellKind) => {
    const flag = inputs.find((each) => each.kind === kind && each.item?.id === input.item?.id);
    const value = flag && valueAt(flag.cell);
    return value === true || value === 1;
  };
  if (subject.kind === 'leftover' && input.month !== subject.month) {
    if (type === 'report') return isSet('carryover');
    return isSet('carryover') === (input.kind === 'leftover');
  }
  if (subject.kind === 'last-month-overspent') {
    return cents(valueAt(input.cell)) < 0 && !isSet('carryover');
  }
  if (subject.kind === 'underfunded' && input.kind !== 'goal') {
    return isSet('long-goal') === (input.kind === 'leftover');
  }
  if (subject.kind === 'buffered-auto') return isSet('carryover');
  if (subject.kind === 'buffered-selected') {
    const byHand = inputs.find(({ kind }) => kind === 'buffered');
    const isByHand = byHand !== undefined && cents(valueAt(byHand.cell)) !== 0;
    return isByHand === (input.kind === 'buffered');
  }
  return true;
}

function isSubtracted(input: Subject, { kind, item }: Subject, type: BudgetType): boolean {
  if (kind === 'to-budget') return input.kind === 'buffered-selected';
  if (kind === 'total-budgeted') return type === 'rollover';
  if (kind === 'total-saved') return input.kind === 'total-budgeted';
  if (kind === 'underfunded') return input.kind === 'budget' || input.kind === 'leftover';
  return kind === 'leftover' && item?.isIncome === true && input.kind === 'sum-amount';
}
