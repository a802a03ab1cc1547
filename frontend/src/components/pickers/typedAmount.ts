import type { Amount } from '@/generated/contract';
import type { AmountFormat, Evaluated } from '@/lib/format/amount';

const PERCENT = /^([^%]*)%\s*$/;

/** Reads an amount or a sum; with a whole to take it from also a share of it such as `25%`. */
export function readTypedAmount(
  text: string,
  amounts: AmountFormat,
  percentOf: Amount | undefined,
): Evaluated {
  const share = PERCENT.exec(text.trim());
  if (!share) return amounts.evaluate(text);
  // There is nothing it could be a share of.
  if (percentOf === undefined) return { ok: false, reason: 'invalid' };
  // In cents of a hundred, so that the product is exact: 12.5 % is 1250.
  const read = amounts.evaluate(share[1] ?? '');
  if (!read.ok) return read;
  const product = BigInt(read.cents) * BigInt(percentOf);
  const half = product < 0n ? -5000n : 5000n;
  return { ok: true, cents: Number((product + half) / 10_000n) };
}
