/** The address of the register that lists the transactions behind a figure. */
import type { Piece } from './pieces';

/** `name` is the title of the list. Its pieces stand there as chips and ask just what they say. */
export function figurePlace(pieces: readonly Piece[], name: string): string {
  const filters = pieces.map(({ condition, name: n, expressions }) => ({
    ...(condition ? { c: condition } : { n: n ?? '' }),
    x: expressions,
  }));
  const search = new URLSearchParams({ f: JSON.stringify(filters), n: name, parts: '1' });
  return `/accounts/all?${search}`;
}
