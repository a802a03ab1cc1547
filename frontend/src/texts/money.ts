/** The forms that move, cover and hold money; apart, for the first screen loads without them. */
export const moneyTexts = {
  coverWhat: (name: string) => `Cover ${name}`,
  moveFrom: (name: string) => `Move from ${name}`,
  cover: 'Cover',
  move: 'Move',
  moveAnyway: 'Move anyway',
  leavesAt: (name: string, amount: string) => `This leaves ${name} at ${amount}.`,
  amount: 'Amount',
  from: 'From',
  to: 'To',
  amountRequired: 'Amount is required',
  placeRequired: 'Choose a category',
  afterwards: 'Afterwards',
  hold: 'Hold',
  holdHint: (month: string) => `The money becomes available in ${month}.`,
  nothingLeftToHold: 'Nothing is left to hold: it was budgeted meanwhile.',
  moreThanLeft: 'That is more than is left to budget',
  coverBelowZero: (amount: string, from: string) =>
    `Also cover the remaining ${amount} (${from} goes below zero)`,
  noneOverspent: 'No category is overspent.',
  overspentEnvelopes: 'Overspent',
};
