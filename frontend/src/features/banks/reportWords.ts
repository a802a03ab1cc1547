/** Describes the result of an import. */
import type { BankImport } from '@/generated/contract';
import { importNote, reportTexts } from '@/texts/bankScreens';

/** For example "3 new, 1 matched or updated". */
export function importWords(report: BankImport): string {
  const { added, changed, removed, keptAway, skipped } = report;
  const ignored = keptAway + skipped.length;
  const parts = [
    added.count > 0 && reportTexts.added(added.count),
    changed.count > 0 && reportTexts.matched(changed.count),
    removed.count > 0 && reportTexts.removed(removed.count),
    ignored > 0 && reportTexts.ignored(ignored),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : reportTexts.nothing;
}

/** The ignored rows with their reasons, and notes for the user. */
export function linesOf({ keptAway, skipped, notes }: BankImport): string[] {
  const kinds = [...new Set(notes.map(({ kind }) => kind))];
  return [
    ...(keptAway > 0 ? [reportTexts.keptAway(keptAway)] : []),
    ...skipped.map(({ text, reason }) =>
      reportTexts.rowIgnored(text, reportTexts.reasons[reason] ?? reportTexts.otherReason),
    ),
    ...kinds.flatMap((kind) => importNote(kind) ?? []),
  ];
}
