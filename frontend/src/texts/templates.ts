import { form } from './locale';

/** Words of goal templates. */
export const templatesTexts = {
  apply: 'Apply budget templates',
  overwrite: 'Overwrite with budget templates',
  applyOne: 'Apply budget template',
  check: 'Check templates',
  cleanUp: 'End of month cleanup',
  problems: 'Template problems',
  problemsHint: (count: number) =>
    form(count, {
      one: 'This line was left out. The category keeps its budget.',
      other: 'These lines were left out. Their categories keep their budgets.',
    }),
  inLine: (line: number) => `line ${line}`,
  wholeMonth: 'The whole month',
  goalOf: (goal: string) => `Goal ${goal}`,
  funded: 'Funded',
  underfundedBy: (amount: string) => `Underfunded by ${amount}`,
  underfunded: 'Underfunded',
} as const;
