/** The words about rules that set a field of the same transactions to different values. */
import type { Rule, RuleConflict } from '@/generated/contract';
import { rulesTexts } from '@/texts/rules';
import { fieldName } from './sentences';

export interface Contradiction {
  text: string;
  /** The nearest of the other rules in the order in which rules run. */
  otherId: string;
}

/**
 * By rule: first that its value does not stay, else that it has the last word. Of several fields
 * the first one is named.
 */
export function contradictions(
  rules: readonly Rule[],
  conflicts: readonly RuleConflict[],
): ReadonlyMap<string, Contradiction> {
  const places = new Map(rules.map(({ id }, at) => [id, at]));
  const known = conflicts.filter(({ earlier, later }) => places.has(earlier) && places.has(later));
  const overruled = grouped(known, ({ earlier }) => earlier);
  const overruling = grouped(known, ({ later }) => later);
  const place = (id: string) => places.get(id) ?? 0;
  const said = (id: string): Contradiction | null => {
    const isOverruled = overruled.has(id);
    const all = (isOverruled ? overruled : overruling).get(id) ?? [];
    const ofField = all.filter(({ field }) => field === all[0]?.field);
    const others = ofField.map(({ earlier, later }) => (isOverruled ? later : earlier));
    const [otherId] = others.sort(
      (one, other) => Math.abs(place(one) - place(id)) - Math.abs(place(other) - place(id)),
    );
    if (otherId === undefined) return null;
    const words = isOverruled ? rulesTexts.overruled : rulesTexts.overrules;
    return { text: words(fieldName(all[0]?.field), others.length), otherId };
  };
  const found = new Map<string, Contradiction>();
  for (const { id } of rules) {
    const contradiction = said(id);
    if (contradiction) found.set(id, contradiction);
  }
  return found;
}

function grouped(
  conflicts: readonly RuleConflict[],
  ruleOf: (conflict: RuleConflict) => string,
): ReadonlyMap<string, readonly RuleConflict[]> {
  const groups = new Map<string, RuleConflict[]>();
  for (const conflict of conflicts) {
    const group = groups.get(ruleOf(conflict));
    if (group) group.push(conflict);
    else groups.set(ruleOf(conflict), [conflict]);
  }
  return groups;
}
