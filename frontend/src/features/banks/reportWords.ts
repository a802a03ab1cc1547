/** Describes the result of an import. */
import type { BankImport } from '@/generated/contract';
import { importNote, reportTexts } from '@/texts/bankScreens';

/** Kinds of notes that say why nothing was imported yet. */
const WAITING = ['waits-for-key', 'needs-newer-version'];

/** '3 new, 1 matched, 2 updated', or what it waits for. */
export function importWords(report: BankImport): string {
  const { added, matched, updated, removed, keptAway, skipped } = report;
  const waits = report.notes.find(({ kind }) => WAITING.includes(kind));
  if (waits) return importNote(waits.kind) ?? reportTexts.nothing;
  const ignored = keptAway + skipped.length;
  const parts = [
    added.count > 0 && reportTexts.added(added.count),
    matched.count > 0 && reportTexts.matched(matched.count),
    updated.count > 0 && reportTexts.updated(updated.count),
    removed.count > 0 && reportTexts.removed(removed.count),
    ignored > 0 && reportTexts.ignored(ignored),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : reportTexts.nothing;
}

/** The ignored rows with their reasons, and notes for the user. */
export function linesOf({ keptAway, skipped, notes }: BankImport): string[] {
  const kinds = [...new Set(notes.map(({ kind }) => kind))].filter(
    (kind) => !WAITING.includes(kind),
  );
  return [
    ...(keptAway > 0 ? [reportTexts.keptAway(keptAway)] : []),
    ...skipped.map(({ text, reason }) =>
      reportTexts.rowIgnored(text, reportTexts.reasons[reason] ?? reportTexts.otherReason),
    ),
    ...kinds.flatMap((kind) => importNote(kind) ?? []),
  ];
}
