import { expect, test } from 'vitest';
import type { Template, TemplateLine } from '@/generated/contract';
import { draftOf, faultsOf, type GoalDraft, lineOf, newDraft } from './goalDraft';

const EMPTY = newDraft('2026-11', '2026-11-20');
const LIMIT = { amount: 300, period: 'monthly', start: null, hold: null } as const;
const WEEKLY = { amount: 300, period: 'weekly', start: '2026-11-02', hold: true } as const;

const line = (template: Template, priority: number | null = 0): TemplateLine => ({
  ...template,
  priority,
  directive: template.type === 'goal' ? 'goal' : 'template',
});

test.each<[string, TemplateLine]>([
  ['a fixed amount', line({ type: 'simple', monthly: 12.34, limit: null })],
  ['an amount up to a limit', line({ type: 'simple', monthly: 50, limit: LIMIT }, 2)],
  ['a refill', line({ type: 'simple', monthly: null, limit: WEEKLY })],
  ['a target', line({ type: 'by', amount: 600, month: '2027-12', from: null })],
  [
    'a target of every year',
    line({ type: 'by', amount: 600, month: '2027-12', from: null, annual: true }),
  ],
  [
    'a target of some months, whose spending counts',
    line({
      ...{ type: 'spend', amount: 600, month: '2027-12', from: '2027-03' },
      ...{ annual: false, repeat: 6 },
    }),
  ],
  [
    'an amount of some weeks',
    line({
      ...{ type: 'periodic', amount: 20, period: { period: 'week', amount: 2 } },
      ...{ starting: '2027-01-04', limit: null },
    }),
  ],
  [
    'a part of all income',
    line({ type: 'percentage', percent: 12.5, previous: true, category: 'all income' }),
  ],
  [
    'a part of one income',
    line({ type: 'percentage', percent: 10, previous: false, category: 'Salary' }),
  ],
  [
    'a changed average',
    line({ type: 'average', numMonths: 3, adjustment: -5, adjustmentType: 'percent' }),
  ],
  ['a scheduled payment', line({ type: 'schedule', name: 'Rent', full: null })],
  [
    'a scheduled payment that is changed, budgeted when it is due',
    line({
      ...{ type: 'schedule', name: 'Rent', full: true },
      ...{ adjustment: 10, adjustmentType: 'percent' },
    }),
  ],
  ['a copy', line({ type: 'copy', lookBack: 12, limit: null })],
  ['a share of what is left', line({ type: 'remainder', weight: 2, limit: null }, null)],
  ['a balance to reach', line({ type: 'goal', amount: 5000 }, null)],
])('%s goes through the form unchanged', (_, given) => {
  const draft = draftOf(given, EMPTY);
  expect(draft && lineOf(draft)).toEqual(given);
});

test('what the form has no fields for is left to the text', () => {
  const repeated = { amount: 600, month: '2027-12', from: null, annual: false };
  expect(draftOf(line({ type: 'by', ...repeated }), EMPTY)).toBeNull();
  const raised = { adjustment: 5, adjustmentType: 'fixed' as const };
  expect(
    draftOf(line({ type: 'schedule', name: 'Rent', full: null, ...raised }), EMPTY),
  ).toBeNull();
});

test.each<[keyof GoalDraft, Partial<GoalDraft>]>([
  ['amount', { kind: 'monthly' }],
  ['limit', { kind: 'fill' }],
  ['limitStart', { kind: 'fill', limit: 100, limitPeriod: 'weekly' }],
  ['count', { kind: 'copy', count: '0' }],
  ['count', { kind: 'by', amount: 100, repeat: 'months', count: '' }],
  ['percent', { kind: 'percentage', percent: 'ten' }],
  ['change', { kind: 'average', change: '1.2.3' }],
  ['weight', { kind: 'remainder', weight: '1.5' }],
  ['schedule', { kind: 'schedule' }],
  ['starting', { kind: 'periodic', amount: 100, starting: null }],
  ['priority', { kind: 'monthly', amount: 100, priority: '-1' }],
])('%s that is missing or wrong is named in %o', (field, part) => {
  const draft = { ...EMPTY, ...part };
  expect(Object.keys(faultsOf(draft))).toEqual([field]);
  expect(lineOf(draft)).toBeNull();
});
