import type { Calls } from '@/generated/contract';

export type CallName = keyof Calls;

/** Calls that change nothing, so that sending one twice is harmless. All others are writes. */
const READS: ReadonlySet<CallName> = new Set<CallName>([
  'get-budgets',
  'backups-get',
  'get-ynab4-files',
  'load-budget',
  'resume-budget',
  'export-budget',
  'get-server-url',
  'get-server-version',
  'subscribe-get-user',
  'subscribe-needs-bootstrap',
  'subscribe-get-sessions',
  'get-uploads',
  'get-remote-files',
  'get-user-file-info',
  'get-upgrade-notifications',
  'get-last-opened-backup',
  'load-prefs',
  'load-global-prefs',
  'get-budget-bounds',
  'rollover-budget-month',
  'report-budget-month',
  'getCell',
  'getCellNamesInSheet',
  'query',
  'explain-cell',
  'get-categories',
  'must-category-transfer',
  'notes-get',
  'accounts-get',
  'account-properties',
]);

export function isRead(name: CallName): boolean {
  return READS.has(name);
}
