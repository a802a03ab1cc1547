import type { BudgetFile, FileState } from '@/generated/contract';
import { momentText } from '@/lib/format/ago';
import type { DateFormat } from '@/lib/format/dates';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';

/** The word for a file's state. */
export function stateLabel(state: FileState): string {
  if (state === 'unknown') return exact.stateUnknown;
  if (state === 'remote') return exact.stateRemote;
  return state === 'local' || state === 'broken' ? exact.stateLocal : exact.stateSyncing;
}

/** The hint beside the name of an encrypted or unreachable file. */
export function stateHint(file: BudgetFile, hasServer: boolean): string | null {
  const lock = file.hasKey ? exact.lockedWithKey : exact.lockedWithoutKey;
  const silent = hasServer ? exact.stateUnknownHint : `${exact.noServerConfigured}.`;
  const hints = [file.encryptKeyId && lock, file.state === 'unknown' && silent].filter(Boolean);
  return hints.length > 0 ? hints.join(' ') : null;
}

/** Whether another budget of the list has the same name. */
export function isTwin({ name }: BudgetFile, files: readonly BudgetFile[]): boolean {
  return files.filter((other) => other.name === name).length > 1;
}

/** What tells copies of the same name on this device apart; null for a budget of the server. */
export function storedText(file: BudgetFile, format: DateFormat): string | null {
  if (file.changedMs === undefined || file.bytes === undefined) return null;
  return filesTexts.storedHere(momentText(file.changedMs, format), filesTexts.size(file.bytes));
}

/** A budget of the server alone has to be downloaded first, and a broken one cannot be read. */
export const isReadable = ({ state }: BudgetFile) => state !== 'remote' && state !== 'broken';
