import type { FoundSchedule } from '@/generated/contract';

/** Tells a candidate from the others in every search; its id is another one each time. */
export function candidateKey({ account, payee, date }: FoundSchedule): string {
  return JSON.stringify([account, payee, date]);
}
