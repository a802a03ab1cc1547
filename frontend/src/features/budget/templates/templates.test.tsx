import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import type { TemplateOutcome } from '@/generated/contract';
import { closeAllModals } from '@/lib/modals/modals';
import { clearNotices } from '@/lib/notices/notices';
import { FakeBackend } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';
import { applyTemplates, checkTemplates } from './templatesApi';

let backend: FakeBackend;
beforeEach(() => {
  closeAllModals();
  clearNotices();
  backend = new FakeBackend().install();
});

const outcome = (given: Partial<TemplateOutcome>): TemplateOutcome => ({
  type: 'message',
  message: 'templates-applied',
  text: 'Templates were applied',
  written: 0,
  sticky: false,
  problems: [],
  ...given,
});

it('confirms how many categories were filled', async () => {
  backend.on('budget/apply-goal-template', () => outcome({ count: 4, written: 3 }));
  await applyTemplates('2026-11');
  expect(lastNotice()).toBe('Filled 3 categories from templates in November 2026');
});

it('says in words that nothing was to do', async () => {
  const text = 'Everything is up to date';
  backend.on('budget/check-templates', () => outcome({ message: 'templates-check-passed', text }));
  await checkTemplates();
  expect(lastNotice()).toBe(text);
});

it('lists what is wrong by category and line', async () => {
  const problem = {
    code: 'line-not-understood',
    category: 'food',
    name: 'Food',
    line: 2,
    text: '#template fo',
    reason: 'This line is not understood.',
  };
  backend.on('budget/check-templates', () =>
    outcome({ type: 'error', message: 'template-errors', problems: [problem] }),
  );
  render(<ModalStack />);
  await act(() => checkTemplates());
  const dialog = await screen.findByRole('dialog', { name: 'Template problems' });
  expect(dialog.textContent).toContain('Food, line 2');
  expect(dialog.textContent).toContain('#template fo');
  expect(dialog.textContent).toContain('This line is not understood.');
  expect(lastNotice()).toBeUndefined();
});
