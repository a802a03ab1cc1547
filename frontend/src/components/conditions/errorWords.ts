import { conditionsTexts } from '@/texts/conditions';
import { exact } from '@/texts/exact';

const ERROR_WORDS: Record<string, string> = {
  'date-format': exact.invalidDate,
  'no-null': exact.valueEmpty,
  'no-empty-array': exact.valueEmpty,
  'no-empty-string': exact.valueEmpty,
  'not-number': exact.valueNumber,
  'number-format': exact.valueNumber,
  'invalid-field': exact.fieldForRule,
  'not-string': conditionsTexts.notText,
  'not-boolean': conditionsTexts.notYesOrNo,
  'parse-recur-date': conditionsTexts.invalidRecurrence,
  'invalid-template': conditionsTexts.invalidTemplate,
  'invalid-formula': conditionsTexts.invalidFormula,
  'unknown-function': conditionsTexts.unknownFunction,
  'unknown-name': conditionsTexts.unknownName,
  'argument-count': conditionsTexts.argumentCount,
};

/** Explains a code beside the field that it is about. */
export function errorWords(code: string): string {
  return ERROR_WORDS[code] ?? exact.internal;
}

/** Explains why a condition or an action is refused: the field's name and the message for the code. */
export function conditionError(field: string, code: string): string {
  return `${field}: ${errorWords(code)}`;
}
