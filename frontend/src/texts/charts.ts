/** Words of charts, whatever they show. */
export const chartsTexts = {
  /** The spoken role of the drawn part. */
  chart: 'chart',
  line: (from: string, to: string, low: string, high: string) =>
    `From ${from} to ${to}, lowest ${low}, highest ${high}`,
  named: (title: string, words: string) => `${title}: ${words}`,
  figureHint: 'Show transactions. Press ? to see how this is calculated.',
  keys: 'Left and Right move along the chart, Home and End go to its ends. Enter shows the transactions.',
  goToChart: 'Go to the chart',
  figureKeys:
    'Left and Right move along the chart, Up and Down from figure to figure, Home and End go to its ends. Enter shows the transactions, ? says how a figure is calculated.',
  moveKeys: 'Left and Right move along the chart, Home and End go to its ends.',
  itemKeys:
    'Up and Down move along the chart, Home and End go to its ends. Enter shows the transactions.',
  moveItemKeys: 'Up and Down move along the chart, Home and End go to its ends.',
  moreItems: (count: string) => `and ${count} more, in the table`,
  /** One figure in a list of them: 'Income 120.00'. */
  figure: (name: string, amount: string) => `${name} ${amount}`,
  period: (name: string, figures: readonly string[]) => `${name}: ${figures.join(', ')}`,
  open: 'Show transactions',
  openPeriod: (period: string) => `Show transactions, ${period}`,
  how: 'How is this calculated?',
  showTable: 'Show as table',
  showChart: 'Show as chart',
  copy: 'Copy data',
  copied: 'Copied. You can paste it into a spreadsheet.',
  notCopied: 'The browser does not allow copying.',
  save: (kind: string) => `Save ${kind}`,
  saved: (file: string) => `Saved ${file}`,
  notSaved: 'The browser could not make the file.',
  total: 'Total',
} as const;
