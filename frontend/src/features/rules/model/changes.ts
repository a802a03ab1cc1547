/** The fields that a rule would change in a transaction, in words. */
import type { WordSources } from '@/components/conditions/words';
import { ruleEditorTexts } from '@/texts/rules';
import { fieldName, valueText } from './sentences';

/** Fields that say nothing beside the others. */
const QUIET = new Set(['is_parent', 'error', 'payee_name']);

export function changeWords(changes: Record<string, unknown>, sources: WordSources): string[] {
  if (changes.tombstone === 1) return [ruleEditorTexts.becomesDeleted];
  const words = Object.entries(changes).flatMap(([field, value]) => {
    if (QUIET.has(field)) return [];
    if (field === 'schedule') return [ruleEditorTexts.becomesLinked];
    return [ruleEditorTexts.becomes(fieldName(field), valueText(field, value, sources))];
  });
  const name = changes.payee_name;
  if (typeof name === 'string') words.push(ruleEditorTexts.becomes(fieldName('payee'), name));
  if (changes.is_parent === true) words.push(ruleEditorTexts.becomesSplit);
  return words;
}
