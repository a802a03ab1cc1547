/** A rule as a sentence of phrases: fields, operators and values, with names in place of ids. */
import { FIELDS, type FieldId, type Op, opWords } from '@/components/conditions/conditions';
import { nameIn } from '@/components/conditions/lookups';
import { conditionWords, type WordSources } from '@/components/conditions/words';
import type { ScheduleNames } from '@/domain/schedules/names';
import { readRecurrence } from '@/domain/schedules/recurrence';
import { recurrenceWords } from '@/domain/schedules/recurrenceWords';
import type { Action, Condition, Rule } from '@/generated/contract';
import { conditionsTexts } from '@/texts/conditions';
import { number } from '@/texts/locale';
import { sentenceTexts } from '@/texts/rules';

/** The names in the words of a rule; the schedules are undefined until they are loaded. */
export interface RuleSources extends WordSources {
  schedules: ScheduleNames | undefined;
}

export interface Phrase {
  kind: 'field' | 'plain' | 'value';
  text: string;
}

/** Fields that only other programs put into rules. */
const OTHER_FIELDS: Record<string, string> = {
  payee_name: sentenceTexts.payeeName,
  reconciled: sentenceTexts.reconciled,
  transfer: sentenceTexts.transfer,
  parent: sentenceTexts.parent,
};

const field = (text: string): Phrase => ({ kind: 'field', text });
const plain = (text: string): Phrase => ({ kind: 'plain', text });
const value = (text: string): Phrase => ({ kind: 'value', text });
const quoted = (text: unknown): Phrase => value(`“${asText(text)}”`);

/** The name of a field, also of one that nobody knows. */
export function fieldName(id: unknown): string {
  const known = FIELDS[id as FieldId];
  return known?.name ?? OTHER_FIELDS[`${id}`] ?? asText(id);
}

function asText(given: unknown): string {
  if (typeof given === 'string' || typeof given === 'number') return `${given}`;
  return given === undefined || given === null ? '' : JSON.stringify(given);
}

export function conditionPhrases(condition: Condition, sources: WordSources): Phrase[] {
  const { op } = condition;
  if (op === 'onBudget' || op === 'offBudget')
    return [field(fieldName(condition.field)), plain(sentenceTexts[op])];
  const name = flowName(condition) ?? fieldName(condition.field);
  if (!isKnown(condition)) return otherPhrases(condition, name, sources);
  const words = conditionWords(condition, sources);
  return [field(words.field), plain(words.op), value(words.value)];
}

function flowName({ options }: Condition): string | null {
  if (options?.inflow) return conditionsTexts.inflow;
  return options?.outflow ? conditionsTexts.outflow : null;
}

/** Whether the words of filters fit: a known field with a value of its shape. */
export function isKnown({ field, op, value }: Condition): boolean {
  const type = FIELDS[field as FieldId]?.type;
  if (type === undefined) return false;
  if (op === 'isbetween') return type === 'number' && isPair(value);
  if (op === 'oneOf' || op === 'notOneOf') return Array.isArray(value);
  if (type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'date') return typeof value === 'string' && /^\d{4}(-\d\d){0,2}$/.test(value);
  return value === null || typeof value === 'string';
}

function isPair(value: unknown): boolean {
  const { num1, num2 } = (value ?? {}) as { num1?: unknown; num2?: unknown };
  return typeof num1 === 'number' && typeof num2 === 'number';
}

/** A condition that only schedules and other programs make. */
function otherPhrases(condition: Condition, name: string, sources: WordSources): Phrase[] {
  const op = opWords(condition.op as Op, 'date') ?? asText(condition.op);
  if (condition.field === 'date' && typeof condition.value === 'object' && condition.value) {
    const recurrence = readRecurrence(condition.value);
    const words = recurrence && recurrenceWords(recurrence, sources.dateFormat);
    return [field(name), plain(op), value(words ?? sentenceTexts.repeating)];
  }
  return [field(name), plain(op), value(otherValue(condition, sources))];
}

function otherValue({ field, value }: Condition, { lookups }: WordSources): string {
  if (typeof value === 'boolean') return value ? conditionsTexts.yes : conditionsTexts.no;
  const name = field === 'category_group' && nameIn(lookups, field, asText(value));
  return name || asText(value) || conditionsTexts.empty;
}

function actionPhrases(action: Action, sources: RuleSources): Phrase[] {
  const index = action.options?.splitIndex ?? 0;
  const phrases = bareAction(action, sources);
  return index > 0 ? [plain(sentenceTexts.line(index)), ...phrases] : phrases;
}

/** Without the line of a split that the action is for. */
export function bareAction(action: Action, sources: RuleSources): Phrase[] {
  switch (action.op) {
    case 'append-notes':
      return [plain(sentenceTexts.append), quoted(action.value)];
    case 'prepend-notes':
      return [plain(sentenceTexts.prepend), quoted(action.value)];
    case 'delete-transaction':
      return [plain(sentenceTexts.deleteTransaction)];
    case 'link-schedule':
      return linkPhrases(action, sources);
    case 'set-split-amount':
      return [plain(sentenceTexts.splitOff), value(shareWords(action, sources))];
    default:
      return settingPhrases(action, sources);
  }
}

function linkPhrases({ value: id }: Action, { schedules }: RuleSources): Phrase[] {
  const { linkSchedule, linkNamed, linkDeleted } = sentenceTexts;
  if (schedules === undefined) return [plain(linkSchedule)];
  const name = schedules.get(asText(id));
  return name === undefined ? [plain(linkDeleted)] : [plain(linkNamed), value(`“${name}”`)];
}

function settingPhrases(action: Action, sources: WordSources): Phrase[] {
  const { options } = action;
  const start = [plain(sentenceTexts.set), field(fieldName(action.field))];
  if (options?.template)
    return [...start, plain(sentenceTexts.toTemplate), quoted(options.template)];
  if (options?.formula) return [...start, plain(sentenceTexts.toFormula), quoted(options.formula)];
  const said = valueText(action.field, action.value, sources);
  return [...start, plain(sentenceTexts.to), value(said)];
}

/** A value of a field, with a name in place of an id. */
export function valueText(field: unknown, value: unknown, sources: WordSources): string {
  const same = { field, op: 'is', value } as Condition;
  return isKnown(same) ? conditionWords(same, sources).value : otherValue(same, sources);
}

/** How much a split line gets. */
function shareWords({ value, options }: Action, { amounts }: WordSources): string {
  if (options?.method === 'remainder') return sentenceTexts.rest;
  if (options?.method === 'formula') return asText(options.formula);
  if (typeof value !== 'number') return asText(value) || conditionsTexts.empty;
  if (options?.method === 'fixed-percent') return sentenceTexts.percent(number(value));
  return amounts.format(value);
}

export interface Sentence {
  conditions: Phrase[];
  actions: Phrase[];
}

export function ruleSentence(rule: Rule, sources: RuleSources): Sentence {
  const { conditions, actions, conditionsOp } = rule;
  const between = plain(conditionsOp === 'or' ? sentenceTexts.or : sentenceTexts.and);
  const said = conditions.map((each) => conditionPhrases(each, sources));
  const done = actions.map((each) => actionPhrases(each, sources));
  return {
    conditions: said.length > 0 ? joined(said, between) : [plain(sentenceTexts.always)],
    actions: done.length > 0 ? joined(done, plain('·')) : [plain(sentenceTexts.nothing)],
  };
}

function joined(parts: readonly Phrase[][], between: Phrase): Phrase[] {
  return parts.flatMap((part, at) => (at === 0 ? part : [between, ...part]));
}

export const phrasesText = (phrases: readonly Phrase[]): string =>
  phrases.map(({ text }) => text).join(' ');
