/** Words of importing files of transactions. Those with a fixed wording are in the app's catalogue. */
import type { AmountMode, Becomes, DayOrder, MatchReason } from '@/generated/contract';
import { number, plural, SEPARATOR } from './locale';
import { counted } from './transactions';

const accounts = (count: number) => plural(count, { one: 'account', other: 'accounts' });

export const statementsTexts = {
  title: 'Import transactions',
  titleOf: (at: number, count: number) =>
    `Import transactions (file ${number(at)} of ${number(count)})`,
  dropHere: 'Drop a bank statement here',
  or: 'or',
  chooseHere: 'Import a bank statement from this device',
  choose: 'Choose a file',
  formats: 'CSV, QIF, OFX, QFX, or CAMT.053 (XML)',
  reading: (name: string) => `Reading ${name}…`,
  importing: (count: number) => `Importing ${counted(count)}…`,
  account: 'Account',
  chooseAccount: 'Choose an account',
  known: (number_: string) => `Account number ${number_} was imported here before.`,
  knownElsewhere: (number_: string, account: string) =>
    `Account number ${number_} was imported into ${account} before.`,
  remembered: (number_: string) => `Account number ${number_} will be remembered for this account.`,
  several: (count: number) => `This file names ${accounts(count)}. All rows go into the one above.`,
  chooseThat: (account: string) => `Use ${account}`,
  options: 'How the file is read',
  columns: 'CSV fields',
  dateFormat: 'Date format',
  date: 'Date',
  payee: 'Payee',
  notes: 'Notes',
  amount: 'Amount',
  amountsAre: 'Amounts are in',
  outflow: 'Outflow',
  inflow: 'Inflow',
  mark: 'Direction',
  markWord: 'Word for money out',
  none: 'None',
  column: (at: number, cell: string) => (cell ? `${number(at)}: ${cell}` : `Column ${number(at)}`),
  values: 'Dates and amounts',
  lines: 'Lines and cells',
  flip: 'Flip amount',
  multiplier: 'Multiply amounts by',
  multiplierHint: 'For example 0.01 for a file in cents.',
  wrongMultiplier: 'Enter a number, for example 0.01.',
  delimiter: 'Delimiter',
  header: 'The first line names the columns',
  skipStart: 'Skip lines at the start',
  skipEnd: 'Skip lines at the end',
  texts: 'Texts',
  importNotes: 'Import notes from the file',
  swap: 'Swap payee and memo',
  fallback: 'Use the memo where there is no payee',
  markCleared: 'Mark imported transactions as cleared',
  grid: 'Transactions to import',
  columnNames: {
    date: 'Date',
    payee: 'Payee',
    amount: 'Amount',
    becomes: 'What happens',
  },
  selectAll: 'Take or leave out all rows',
  select: 'Import this row',
  import: (count: number) => `Import ${counted(count)}`,
  nothing: 'Nothing to import',
  noAccount: 'Choose an account first',
  working: 'Checking the rows…',
  line: (at: number) => `Line ${number(at)}`,
  leftOut: 'Left out',
  twice: (at: number) => `Twice in the file, first on line ${number(at)}`,
  becomes: {
    new: 'New',
    filled: 'Completes',
    same: 'Already there',
    reconciled: 'Already reconciled',
    deletedBefore: 'Deleted before',
    deletedByRule: 'Deleted by a rule',
  } satisfies Record<Becomes, string>,
  because: {
    sameId: 'same bank reference',
    sameLine: 'imported before',
    alike: 'same amount within a week',
    sameSchedule: 'posted by its schedule',
  } satisfies Record<MatchReason, string>,
  existing: (day: string, payee: string, why: string) =>
    [payee === '' ? day : `${day} ${payee}`, why].join(SEPARATOR),
  newPayee: (name: string) => `New payee ${name}`,
  counts: {
    new: (count: number) => `${number(count)} new`,
    filled: (count: number) => `${number(count)} completed`,
    there: (count: number) => `${number(count)} already there`,
    problem: (count: number) => `${number(count)} cannot be read`,
    leftOut: (count: number) => `${number(count)} left out`,
  },
  allThere: 'All of these transactions are there already.',
  mostlyWrong: 'More than half of the rows cannot be read. Check the date format and the columns.',
  done: (added: number, updated: number) =>
    updated === 0
      ? `Imported ${counted(added)}.`
      : `Imported ${counted(added)}, completed ${number(updated)}.`,
  show: 'Show imported',
  cancelled: 'The import was cancelled, and nothing was changed.',
  tooLate: 'The import finished before it could be cancelled.',
  next: 'Skip this file',
} as const;

export const DAY_ORDERS: readonly { id: DayOrder; name: string }[] = [
  { id: 'yyyy mm dd', name: 'YYYY MM DD' },
  { id: 'yy mm dd', name: 'YY MM DD' },
  { id: 'mm dd yyyy', name: 'MM DD YYYY' },
  { id: 'mm dd yy', name: 'MM DD YY' },
  { id: 'dd mm yyyy', name: 'DD MM YYYY' },
  { id: 'dd mm yy', name: 'DD MM YY' },
];

export const AMOUNT_MODES: readonly { id: AmountMode; name: string }[] = [
  { id: 'signed', name: 'One column' },
  { id: 'outAndIn', name: 'Split inflow/outflow columns' },
  { id: 'marked', name: 'Column with direction' },
];

export const DELIMITERS: readonly { id: string; name: string }[] = [
  { id: ',', name: 'Comma ,' },
  { id: ';', name: 'Semicolon ;' },
  { id: '\t', name: 'Tab' },
  { id: '|', name: 'Bar |' },
];
