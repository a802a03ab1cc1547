/** Why a transaction has its category, in words. States known facts only. */
import type { CategoryReason, DecidingRule } from '@/generated/contract';
import { whyTexts } from '@/texts/rules';

export interface ReasonWords {
  /** When and how the category was set. */
  facts: string[];
  /** How the rule shown below relates to the category, or that there is no rule. */
  rule: string;
}

interface Sources {
  nameOf: (category: string) => string;
  dayOf: (ms: number) => string;
  isLine: boolean;
}

export function reasonWords(
  reason: CategoryReason,
  { nameOf, dayOf, isLine }: Sources,
): ReasonWords {
  const name = reason.category === null ? null : nameOf(reason.category);
  const facts = [writtenWords(reason, name, dayOf)];
  if (reason.isMoved && name !== null) facts.push(whyTexts.moved(name));
  const { rule } = reason;
  if (rule) return { facts, rule: ruleWords(reason, rule, nameOf) };
  return { facts, rule: isLine ? whyTexts.rule.ofLine : whyTexts.rule.none };
}

/** The rule sets what the transaction has, and did so already when it was written. */
function wasThere({ rule, category }: CategoryReason): boolean {
  return rule?.isOlder === true && rule.category === category && category !== null;
}

const isByRule = (reason: CategoryReason) =>
  reason.written?.occasion === 'imported' && wasThere(reason);

function writtenWords(
  reason: CategoryReason,
  name: string | null,
  dayOf: Sources['dayOf'],
): string {
  const { written, rule } = reason;
  if (!written) return name === null ? whyTexts.noCategory : whyTexts.unknown(name);
  const day = dayOf(written.at);
  const { imported } = whyTexts;
  if (name === null) return whyTexts[written.occasion].none(day);
  if (!isByRule(reason)) return whyTexts[written.occasion].plain(name, day);
  return rule?.isLearned ? imported.byLearnedRule(name, day) : imported.byRule(name, day);
}

function ruleWords(reason: CategoryReason, rule: DecidingRule, nameOf: Sources['nameOf']): string {
  const { rule: words } = whyTexts;
  if (rule.category !== reason.category)
    return rule.category === null ? words.clears : words.other(nameOf(rule.category));
  if (isByRule(reason)) return words.itself;
  if (rule.isOlder || !reason.written) return words.same;
  return rule.isLearned ? words.learnedSince : words.newer;
}
