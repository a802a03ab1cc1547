/** A condition in words, as its chip says it. */

import type { Condition } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay, monthTitle } from '@/lib/format/dates';
import { conditionsTexts } from '@/texts/conditions';
import { type Draft, draftOf, FIELDS, isText, type Op, opWords, type Pair } from './conditions';
import { type Lookups, nameIn } from './lookups';

export interface WordSources {
  lookups: Lookups;
  amounts: AmountFormat;
  dateFormat: DateFormat;
}

export interface ConditionWords {
  field: string;
  op: string;
  value: string;
}

const MAX_NAMES = 3;

export function conditionWords(condition: Condition, sources: WordSources): ConditionWords {
  const draft = draftOf(condition);
  const { name, type } = FIELDS[draft.fieldId];
  if (type === 'boolean')
    return {
      field: name,
      op: conditionsTexts.is,
      value: condition.value ? conditionsTexts.yes : conditionsTexts.no,
    };
  return {
    field: name,
    op: opWords(condition.op as Op, type),
    value: valueWords(draft, sources),
  };
}

function valueWords(draft: Draft, sources: WordSources): string {
  const { value } = draft;
  if (Array.isArray(value)) return listWords(value.map((each) => oneWord(draft, each, sources)));
  if (draft.op !== 'isbetween') return oneWord(draft, value, sources);
  const { num1, num2 } = value as Pair;
  return conditionsTexts.and(oneWord(draft, num1, sources), oneWord(draft, num2, sources));
}

function oneWord(draft: Draft, value: unknown, sources: WordSources): string {
  const { type } = FIELDS[draft.fieldId];
  if (value === null || value === '') return conditionsTexts.empty;
  if (type === 'number') return sources.amounts.format(value as number);
  if (type === 'date') return dateWords(String(value), draft.dateKind, sources.dateFormat);
  if (isText(draft) || type === 'string') return `“${value}”`;
  return nameIn(sources.lookups, draft.fieldId, String(value)) || '…';
}

function dateWords(value: string, kind: Draft['dateKind'], format: DateFormat): string {
  if (kind === 'month') return monthTitle(value);
  return kind === 'year' ? value : formatDay(value, format);
}

function listWords(names: readonly string[]): string {
  if (names.length <= MAX_NAMES + 1) return names.join(', ');
  return conditionsTexts.namesAndMore(
    names.slice(0, MAX_NAMES).join(', '),
    names.length - MAX_NAMES,
  );
}
