// One step of the comparison in a process of its own, through the peer's public programming
// interface: `node peer.mjs import|open|edit|reports DATA_DIR ARGUMENT`. The last line is the result.

import * as api from '@actual-app/api';

import { median, timed } from './measured.mjs';

const EDITS = 30;
const REPORTS = 5;
const [step, dataDir, argument] = process.argv.slice(2);
const peak = () => process.resourceUsage().maxRSS / 1000;

/** Other output of the peer goes to the other stream. */
const say = console.log.bind(console);
console.log = console.error;

const internal = await api.init({ dataDir });

const steps = {
  async import() {
    const work = () => internal.send('import-budget', { filepath: argument, type: 'actual' });
    const { ms, result } = await timed(work);
    if (result?.error) throw new Error(JSON.stringify(result));
    return { ms, memory: peak() };
  },

  async open() {
    const { ms } = await timed(() => api.loadBudget(argument));
    return { ms, memory: peak() };
  },

  async edit() {
    await api.loadBudget(argument);
    const months = await api.getBudgetMonths();
    const [first, last] = [months[0], months.at(-1)];
    const category = (await api.getCategories()).find((it) => !it.is_income && !it.hidden);
    const account = (await api.getAccounts()).find((it) => !it.offbudget && !it.closed);
    await api.setBudgetAmount(first, category.id, 700_000_000);
    let amount = 700_000_000;
    const edit = (month) => median(EDITS, () => api.setBudgetAmount(month, category.id, ++amount));
    const [firstMs, lastMs] = [await edit(first), await edit(last)];
    const row = { date: `${months[3]}-05`, amount: -1000, category: category.id };
    const add = (turn) =>
      api.addTransactions(account.id, [{ ...row, imported_id: `measured-${turn}` }]);
    const exported = await timed(() => internal.send('export-budget'));
    const toBudget = (await api.getBudgetMonth(last)).toBudget;
    const added = await median(EDITS, add);
    const times = { firstMs, lastMs, added, exportMs: exported.ms };
    return { ...times, first, last, toBudget, category: category.id };
  },

  /** The sums that the screens of two reports need, by the peer's query language. */
  async reports() {
    await api.loadBudget(argument);
    const accounts = await api.getAccounts();
    const rows = api.q('transactions');
    const amounts = [{ month: { $month: '$date' } }, { amount: { $sum: '$amount' } }];
    const run = async (query) => (await api.aqlQuery(query)).data;
    const ofAccount = ({ id }) =>
      run(rows.filter({ account: id }).groupBy({ $month: '$date' }).select(amounts));
    const worth = await timed(() => Promise.all(accounts.map(ofAccount)));
    const groups = [{ $month: '$date' }, { $id: '$category' }];
    const ofSign = (sign) => {
      const signed = rows.filter({ amount: { [sign]: 0 }, 'account.offbudget': false });
      return run(signed.groupBy(groups).select([...amounts, { category: { $id: '$category' } }]));
    };
    const categories = () => Promise.all([ofSign('$gt'), ofSign('$lt')]);
    return {
      worthMs: await median(REPORTS, () => Promise.all(accounts.map(ofAccount))),
      categoriesMs: await median(REPORTS, categories),
      worth: worth.result.flat().reduce((sum, { amount }) => sum + amount, 0),
    };
  },
};

const result = await steps[step]();
await api.shutdown();
say(JSON.stringify(result));
process.exit(0);
