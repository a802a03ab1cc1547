/** Sharing a split by percents, which are kept in hundredths: 12.5 % is 1250. */

import type { AmountFormat } from '@/lib/format/amount';
import { transactionsTexts } from '@/texts/transactions';
import { distribute, type Split } from './splits';

export const WHOLE = 10_000;

/** The typed shares, one per split line, as percentages of the whole. */
export type Shares =
  | { ok: true; shares: number[] }
  | { ok: false; reason: string; at: number | null };

/** Gives each part its share of the whole amount; odd cents go where rounding first leaves them. */
export function distributeByPercent(split: Split, shares: readonly number[]): Split {
  const children = split.children.map((child) => ({ ...child, amount: 0 }));
  return distribute({ ...split, children }, shares);
}

/** The shares that the parts have now, as texts to be typed over. The last one takes the rest. */
export function presentShares({ row, children }: Split, amounts: AmountFormat): string[] {
  return children.map(({ amount }, at) => {
    if (row.amount === 0 || at === children.length - 1) return '';
    const share = (BigInt(amount) * BigInt(WHOLE)) / BigInt(row.amount);
    return share > 0n ? writeShare(Number(share), amounts) : '';
  });
}

export function writeShare(share: number, amounts: AmountFormat): string {
  const { decimalMark } = amounts;
  return amounts.formatFull(share).replace(new RegExp(`\\${decimalMark}?0+$`), '');
}

/** Reads the fields. A single empty one takes what the others leave. */
export function readShares(texts: readonly string[], amounts: AmountFormat): Shares {
  const shares: (number | null)[] = [];
  for (const [at, text] of texts.entries()) {
    const read = amounts.evaluate(text.replace(/%\s*$/, ''));
    if (read.ok && read.cents >= 0 && read.cents <= WHOLE) shares.push(read.cents);
    else if (!read.ok && read.reason === 'empty') shares.push(null);
    else return { ok: false, reason: transactionsTexts.percentRange, at };
  }
  const given = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const isOneOpen = shares.filter((share) => share === null).length === 1;
  const whole = shares.map((share) => share ?? (isOneOpen ? WHOLE - given : 0));
  if (given === WHOLE || (isOneOpen && given < WHOLE)) return { ok: true, shares: whole };
  const sum = writeShare(given, amounts) || '0';
  return { ok: false, reason: transactionsTexts.partsNotHundred(sum), at: null };
}
