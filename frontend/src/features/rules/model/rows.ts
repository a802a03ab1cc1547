/** The rows of the rules table: sentences and errors, and those that a search finds. */
import { conditionError } from '@/components/conditions/errorWords';
import type { Rule, RuleConflict } from '@/generated/contract';
import { rulesTexts } from '@/texts/rules';
import { type Contradiction, contradictions } from './contradictions';
import { fieldName, phrasesText, type RuleSources, ruleSentence, type Sentence } from './sentences';

export interface RuleRow extends Sentence {
  id: string;
  rule: Rule;
  stage: string;
  /** The whole sentence. */
  text: string;
  /** The text that a search looks through, in lower case. */
  searched: string;
  /** Why it never runs; null for a right one. */
  error: string | null;
  contradiction: Contradiction | null;
}

interface Narrowing {
  text: string;
  /** Only rules that contradict others. */
  onlyConflicts: boolean;
}

/** All rules in words. With many rules this takes long, a search among the rows does not. */
export function ruleRows(
  rules: readonly Rule[],
  conflicts: readonly RuleConflict[],
  sources: RuleSources,
): RuleRow[] {
  const found = contradictions(rules, conflicts);
  return rules.map((rule) => rowOf(rule, found.get(rule.id) ?? null, sources));
}

/** The rows that are looked for. */
export function narrowed(
  rows: readonly RuleRow[],
  { text, onlyConflicts }: Narrowing,
): readonly RuleRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    ({ searched, contradiction }) =>
      searched.includes(wanted) && !(onlyConflicts && contradiction === null),
  );
}

function rowOf(rule: Rule, contradiction: Contradiction | null, sources: RuleSources): RuleRow {
  const sentence = ruleSentence(rule, sources);
  const { conditions, actions } = sentence;
  const text = `${phrasesText(conditions)} → ${phrasesText(actions)}`;
  const stage = rulesTexts.stages[rule.stage ?? 'default'];
  const searched = `${stage} ${text}`.toLowerCase();
  const error = errorOf(rule);
  return { id: rule.id, rule, stage, text, searched, error, contradiction, ...sentence };
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
