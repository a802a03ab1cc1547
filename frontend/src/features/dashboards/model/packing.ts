/** Where cards stand: a grid of twelve columns, in which each card falls up onto what is above it. */

export const COLUMNS = 12;

/** More rows than this no card has. */
const MAX_HEIGHT = 40;

export interface Place {
  id: string;
  /** The first column, from 0. */
  x: number;
  /** The first row, from 0. */
  y: number;
  /** Columns. */
  width: number;
  /** Rows. */
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** Whatever another program stored, as a place within the columns. */
function inside({ id, x, y, width, height }: Place): Place {
  const columns = between(1, Math.trunc(width) || 1, COLUMNS);
  return {
    id,
    x: between(0, Math.trunc(x) || 0, COLUMNS - columns),
    y: Math.max(0, Math.trunc(y) || 0),
    width: columns,
    height: Math.max(1, Math.trunc(height) || 1),
  };
}

/**
 * The cards as they are drawn, from top to bottom. Stored rows are read as an order, not as a
 * distance; of cards in one row the `first` one is placed before the others.
 */
export function pack(places: readonly Place[], first?: string): Place[] {
  const late = ({ id }: Place) => (id === first ? 0 : 1);
  const ordered = places
    .map(inside)
    .sort((one, other) => one.y - other.y || late(one) - late(other) || one.x - other.x);
  const filled = new Array<number>(COLUMNS).fill(0);
  const packed = ordered.map((place) => {
    const y = Math.max(...filled.slice(place.x, place.x + place.width));
    filled.fill(y + place.height, place.x, place.x + place.width);
    return { ...place, y };
  });
  return packed.sort((one, other) => one.y - other.y || one.x - other.x);
}

const bottomOf = (places: readonly Place[]) =>
  Math.max(0, ...places.map(({ y, height }) => y + height));

/** The packed cards with one of them put elsewhere; it pushes others down. */
export function moved(
  places: readonly Place[],
  id: string,
  { x, y }: Pick<Place, 'x' | 'y'>,
): Place[] {
  const put = (place: Place) => (place.id === id ? inside({ ...place, x, y }) : place);
  return pack(places.map(put), id);
}

/** The packed cards with one of them in another size, no smaller than `least` and no wider than fits. */
export function resized(places: readonly Place[], id: string, size: Size, least: Size): Place[] {
  const put = (place: Place) => {
    if (place.id !== id) return place;
    const widest = COLUMNS - place.x;
    return {
      ...place,
      width: between(Math.min(least.width, widest), size.width, widest),
      height: between(least.height, size.height, MAX_HEIGHT),
    };
  };
  return pack(places.map(put), id);
}

const find = (places: readonly Place[], id: string) => places.find((place) => place.id === id);

/** Whether a card stands in two lists at the same place. */
export function isSame(one: Place | undefined, other: Place | undefined): boolean {
  if (!one || !other) return one === other;
  const { x, y, width, height } = one;
  return x === other.x && y === other.y && width === other.width && height === other.height;
}

/**
 * Moves a card by one step: a column, or past the next card above or below. Null where it cannot
 * go further.
 */
export function stepped(
  places: readonly Place[],
  id: string,
  step: { x: number; y: number },
): Place[] | null {
  const from = find(places, id);
  if (!from) return null;
  if (step.x !== 0) {
    const x = from.x + step.x;
    const fits = x >= 0 && x + from.width <= COLUMNS;
    return fits ? moved(places, id, { x, y: from.y }) : null;
  }
  const last = bottomOf(places) + 1;
  for (let y = from.y + step.y; y >= 0 && y <= last; y += step.y) {
    const next = moved(places, id, { x: from.x, y });
    if (find(next, id)?.y !== from.y) return next;
  }
  return null;
}

/** Resizes a card by one step. Null where it has its smallest or largest size. */
export function grown(
  places: readonly Place[],
  id: string,
  step: Size,
  least: Size,
): Place[] | null {
  const from = find(places, id);
  if (!from) return null;
  // A card that is stored smaller than the editor makes it may still grow.
  const smallest = {
    width: Math.min(least.width, from.width),
    height: Math.min(least.height, from.height),
  };
  const size = { width: from.width + step.width, height: from.height + step.height };
  const next = resized(places, id, size, smallest);
  const to = find(next, id);
  return to?.width === from.width && to.height === from.height ? null : next;
}
