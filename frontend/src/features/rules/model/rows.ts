/** The rows of the rules table: sentences, errors and what they are narrowed to. */
import { conditionError } from '@/components/conditions/errorWords';
import type { WordSources } from '@/components/conditions/words';
import type { Rule, RuleConflict } from '@/generated/contract';
import { rulesTexts } from '@/texts/rules';
import { type Contradiction, contradictions } from './contradictions';
import { fieldName, phrasesText, ruleSentence, type Sentence } from './sentences';

export interface RuleRow extends Sentence {
  id: string;
  rule: Rule;
  stage: string;
  /** The whole sentence. */
  text: string;
  /** Why it never runs; null for a right one. */
  error: string | null;
  contradiction: Contradiction | null;
}

interface Narrowing {
  text: string;
  /** Only rules that contradict others. */
  onlyConflicts: boolean;
}

export function ruleRows(
  rules: readonly Rule[],
  conflicts: readonly RuleConflict[],
  sources: WordSources,
  { text, onlyConflicts }: Narrowing,
): RuleRow[] {
  const wanted = text.trim().toLowerCase();
  const found = contradictions(rules, conflicts);
  return rules
    .map((rule) => rowOf(rule, found.get(rule.id) ?? null, sources))
    .filter((row) => !onlyConflicts || row.contradiction !== null)
    .filter((row) => `${row.stage} ${row.text}`.toLowerCase().includes(wanted));
}

function rowOf(rule: Rule, contradiction: Contradiction | null, sources: WordSources): RuleRow {
  const sentence = ruleSentence(rule, sources);
  const { conditions, actions } = sentence;
  const text = `${phrasesText(conditions)} → ${phrasesText(actions)}`;
  const stage = rulesTexts.stages[rule.stage ?? 'default'];
  return { id: rule.id, rule, stage, text, error: errorOf(rule), contradiction, ...sentence };
}

/** The first thing that is wrong with a rule. */
function errorOf({ error, conditions, actions }: Rule): string | null {
  if (!error) return null;
  const lists = [
    [error.conditionErrors, conditions],
    [error.actionErrors, actions],
  ] as const;
  for (const [codes, parts] of lists) {
    const at = codes?.findIndex((code) => code !== null) ?? -1;
    const code = codes?.[at];
    if (code) return rulesTexts.unreadable(conditionError(fieldName(parts[at]?.field), code));
  }
  return rulesTexts.unreadable(rulesTexts.cannotRead);
}
