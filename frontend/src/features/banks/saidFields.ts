import { bankFieldName, bankRowTexts } from '@/texts/bankScreens';

export interface SaidField {
  field: string;
  value: string;
}

/** Internal fields. */
const INTERNAL = ['account', 'payee', 'cleared', 'imported_payee', 'sortOrder'];

function words(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? bankRowTexts.yes : bankRowTexts.no;
  if (Array.isArray(value)) return bankRowTexts.list(value.map(words).filter(Boolean));
  if (typeof value === 'object') return Object.values(value).map(words).filter(Boolean).join(' ');
  return String(value);
}

/** The non-empty fields of a bank's data as text; none if the data is unreadable. */
export function saidFields(raw: string | null): SaidField[] {
  let said: unknown;
  try {
    said = JSON.parse(raw ?? 'null');
  } catch {
    return [];
  }
  if (typeof said !== 'object' || said === null) return [];
  return Object.entries(said)
    .filter(([field]) => !INTERNAL.includes(field))
    .map(([field, value]) => ({ field: bankFieldName(field), value: words(value) }))
    .filter(({ value }) => value !== '');
}
