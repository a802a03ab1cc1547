import type { BudgetFile, FileState } from '@/generated/contract';
import { exact } from '@/texts/exact';

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

/** A budget of the server alone has to be downloaded first, and a broken one cannot be read. */
export const isReadable = ({ state }: BudgetFile) => state !== 'remote' && state !== 'broken';
