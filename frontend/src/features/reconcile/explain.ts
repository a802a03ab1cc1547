/** Why a cleared balance may differ from the bank's: guesses, found with bounded work. */
import type { Amount, Day } from '@/generated/contract';

export interface Suspect {
  id: string;
  date: Day;
  amount: Amount;
  /** In words, for the list of guesses. */
  payee: string;
}

export type Guess =
  /** Marking these cleared makes the difference go away. */
  | { kind: 'clear'; rows: readonly Suspect[] }
  /** This one is cleared here and may not be at the bank. */
  | { kind: 'unclear'; rows: readonly Suspect[] }
  /** The same amount occurs twice within a few days. */
  | { kind: 'twice'; rows: readonly Suspect[] }
  /** Money in was entered as money out, or the other way round. */
  | { kind: 'sign'; rows: readonly Suspect[] }
  /** Two neighbouring digits are swapped; `meant` is the amount the bank has. */
  | { kind: 'digits'; rows: readonly Suspect[]; meant: Amount };

/** A guess, and how many look the same because their transactions do. */
export type Found = Guess & { alike: number };

/** Two guesses that read the same on the screen. */
function looksLike(guess: Guess, other: Guess): boolean {
  const words = ({ kind, rows }: Guess) =>
    JSON.stringify([kind, rows.map(({ date, amount, payee }) => [date, amount, payee])]);
  return words(guess) === words(other);
}

/** Newest uncleared transactions that are combined, and how many of them. */
export const MAX_CANDIDATES = 30;
const MAX_SET = 4;
const MAX_GUESSES = 4;
/** How far apart two entries of one payment may lie. */
const TWICE_DAYS = 7;
/** Combinations tried between two looks at the clock. */
const SLICE = 400;

/** The combinations of up to four that add up to the target; yields null to let others work. */
export function* findSets(
  candidates: readonly Suspect[],
  target: Amount,
): Generator<readonly Suspect[] | null> {
  const rows = candidates.slice(0, MAX_CANDIDATES);
  let tried = 0;
  for (let size = 1; size <= MAX_SET; size += 1) {
    for (const set of combinations(rows, size)) {
      if (sum(set) === target) yield set;
      tried += 1;
      if (tried % SLICE === 0) yield null;
    }
  }
}

function* combinations(
  rows: readonly Suspect[],
  size: number,
  from = 0,
  chosen: readonly Suspect[] = [],
): Generator<readonly Suspect[]> {
  if (chosen.length === size) {
    yield chosen;
    return;
  }
  for (let at = from; at <= rows.length - (size - chosen.length); at += 1) {
    yield* combinations(rows, size, at + 1, [...chosen, rows[at] as Suspect]);
  }
}

function sum(rows: readonly Suspect[]): Amount {
  return rows.reduce((total, { amount }) => total + amount, 0);
}

/** Typical slips among what is cleared since the last reconciliation. */
export function* findSlips(cleared: readonly Suspect[], target: Amount): Generator<Guess | null> {
  for (const [at, row] of cleared.entries()) {
    const twin = row.amount === -target ? twinOf(row, cleared) : undefined;
    const meant = row.amount + target;
    // Report a pair once, at its later row.
    if (twin && cleared.indexOf(twin) < at) yield { kind: 'twice', rows: [row, twin] };
    else if (row.amount === -target && !twin) yield { kind: 'unclear', rows: [row] };
    else if (row.amount * -2 === target) yield { kind: 'sign', rows: [row] };
    else if (target % 9 === 0 && isSwapped(row.amount, meant)) {
      yield { kind: 'digits', rows: [row], meant };
    }
    if (at % SLICE === SLICE - 1) yield null;
  }
}

function twinOf(row: Suspect, others: readonly Suspect[]): Suspect | undefined {
  const near = (other: Suspect) =>
    Math.abs(Date.parse(other.date) - Date.parse(row.date)) <= TWICE_DAYS * 86_400_000;
  return others.find((other) => other !== row && other.amount === row.amount && near(other));
}

/** Do two amounts differ by two neighbouring digits in the other order? */
export function isSwapped(a: Amount, b: Amount): boolean {
  if (a === b || Math.sign(a) !== Math.sign(b)) return false;
  const width = Math.max(String(Math.abs(a)).length, String(Math.abs(b)).length);
  const [left, right] = [a, b].map((amount) => String(Math.abs(amount)).padStart(width, '0'));
  const at = [...(left ?? '')].findIndex((digit, index) => digit !== right?.[index]);
  const swapped = `${left?.slice(0, at)}${left?.[at + 1]}${left?.[at]}${left?.slice(at + 2)}`;
  return swapped === right;
}

export interface Cleared {
  /** Not cleared, newest first. */
  open: readonly Suspect[];
  /** Cleared and not reconciled yet, newest first. */
  cleared: readonly Suspect[];
}

/** All guesses, likeliest first. */
export function* explainDifference(rows: Cleared, difference: Amount): Generator<Guess | null> {
  if (difference === 0) return;
  let found = 0;
  for (const set of findSets(rows.open, difference)) {
    yield set && { kind: 'clear', rows: set };
    if (set) found += 1;
    if (found >= MAX_GUESSES) break;
  }
  yield* findSlips(rows.cleared, difference);
}

/** How the work is spread: when there is time, and until when. */
export interface Idle {
  /** Calls back when nothing else is to be done. */
  later(work: () => void): void;
  /** Milliseconds of work, for instance `performance.now`. */
  now(): number;
}

/** Work stops after this many milliseconds, whatever was found. */
const MAX_WORK_MS = 50;
const SLICE_MS = 8;

/** Collects guesses in idle moments, so that nothing ever waits for them. */
export function collectGuesses(
  guesses: Generator<Guess | null>,
  idle: Idle,
  done: (found: Found[]) => void,
): () => void {
  const found: Found[] = [];
  const add = (guess: Guess) => {
    const same = found.find((other) => looksLike(guess, other));
    if (same) same.alike += 1;
    else found.push({ ...guess, alike: 1 });
  };
  let worked = 0;
  let isStopped = false;
  const slice = () => {
    if (isStopped) return;
    const start = idle.now();
    for (;;) {
      const next = guesses.next();
      if (next.value) add(next.value);
      const spent = idle.now() - start;
      if (next.done || found.length >= MAX_GUESSES || worked + spent >= MAX_WORK_MS) {
        return done(found);
      }
      if (spent >= SLICE_MS) {
        worked += spent;
        return idle.later(slice);
      }
    }
  };
  idle.later(slice);
  return () => {
    isStopped = true;
  };
}
