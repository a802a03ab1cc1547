/** The calls that budget by the templates in the notes of categories. The backend names the steps. */
import type { Month, StepName, TemplateLine, TemplateOutcome } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { showOutcome } from './showOutcome';

export async function applyTemplates(month: Month): Promise<void> {
  const outcome = await send('budget/apply-goal-template', { month });
  tellFilled(outcome, step('appliedTemplates', { count: outcome.written, month }));
}

export async function overwriteWithTemplates(month: Month): Promise<void> {
  const outcome = await send('budget/overwrite-goal-template', { month });
  tellFilled(outcome, step('overwroteWithTemplates', { count: outcome.written, month }));
}

export async function applyTemplateOf(
  category: { id: string; name: string },
  month: Month,
): Promise<void> {
  const args = { month, category: category.id };
  const outcome = await send('budget/apply-single-template', args);
  tellFilled(outcome, step('appliedTemplatesOf', { category: category.name, month }));
}

export async function cleanUp(month: Month): Promise<void> {
  const outcome = await send('budget/cleanup-goal-template', { month });
  tellFilled(outcome, step('cleanedUp', { month }));
}

export async function checkTemplates(): Promise<void> {
  showOutcome(await send('budget/check-templates', {}), false);
}

/** Explains the goals in a note and their amounts; the note need not be saved. */
export function explainTemplates(of: { category: { id: string }; month: Month }, note: string) {
  return send('budget/explain-templates', { month: of.month, category: of.category.id, note });
}

/** The text of a goal as a line of a note. */
export function renderTemplate(line: TemplateLine): Promise<string> {
  return send('budget/render-note-templates', { templates: [line] });
}

function tellFilled(outcome: TemplateOutcome, named: StepName): void {
  const isWritten = outcome.written > 0;
  if (isWritten) confirmStep(named);
  showOutcome(outcome, isWritten);
}
