// The peer's public programming interface on a data directory, told what to do line by line:
// `node device.mjs DATA_DIR SERVER_URL PASSWORD`. Each line `{id, name, args}` is answered by one.

import readline from 'node:readline';

import * as api from '@actual-app/api';

const [dataDir, serverURL, password] = process.argv.slice(2);

/** Other output of the peer goes to the other stream. */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
for (const name of ['log', 'info', 'debug']) console[name] = console.error;

const internal = await api.init({ dataDir, serverURL, password });

const deeds = {
  /** Makes a budget with an account, three categories and a few transactions, and uploads it. */
  async create() {
    await api.runImport('Shared', async () => {
      const group = await api.createCategoryGroup({ name: 'Every day' });
      for (const name of ['Food', 'Rent', 'Fun']) {
        await api.createCategory({ name, group_id: group });
      }
      const account = await api.createAccount({ name: 'Bank' }, 500_000);
      const [food] = (await api.getCategories()).filter(({ name }) => name === 'Food');
      const day = (date, amount) => ({ date, amount, category: food.id, payee_name: 'Shop' });
      await api.addTransactions(account, [day('2026-09-03', -1234), day('2026-10-04', -5678)]);
    });
    await api.sync();
  },
  async download({ key }) {
    const remote = (await api.getBudgets()).find(({ state }) => state === 'remote');
    const file = remote ?? (await api.getBudgets()).find(({ groupId }) => groupId);
    await api.downloadBudget(file.groupId, key ? { password: key } : undefined);
    await api.sync();
  },
  sync: () => api.sync(),
  async encrypt({ key }) {
    const outcome = await internal.send('key-make', { password: key });
    if (outcome?.error) throw new Error(JSON.stringify(outcome.error));
    await api.sync();
  },
  async budget({ month, category, amount }) {
    await api.setBudgetAmount(month, await idOf(category), amount);
  },
  async spend({ date, category, amount }) {
    const [account] = await api.getAccounts();
    const row = { date, amount, category: await idOf(category), payee_name: 'Market' };
    await api.addTransactions(account.id, [row]);
  },
  async figures({ months }) {
    const figures = {};
    for (const month of months) {
      const { categoryGroups, toBudget } = await api.getBudgetMonth(month);
      figures[`${month} to budget`] = toBudget;
      const all = categoryGroups.filter((group) => !group.is_income).flatMap((it) => it.categories);
      for (const { id, budgeted, spent, balance } of all) {
        figures[`${month} ${id}`] = [budgeted, spent, balance];
      }
    }
    return figures;
  },
  /** Gives the server a setup token of SimpleFIN; returns the accounts that it offers. */
  async simplefin({ token }) {
    await sent('secret-set', { name: 'simplefin_token', value: token });
    return (await sent('simplefin-accounts')).accounts;
  },
  /** Links an account of SimpleFIN as a new one; returns it with its balance. */
  async link({ external }) {
    const { id, name, org, balance } = external;
    const externalAccount = {
      account_id: id,
      name,
      institution: org.name,
      orgDomain: org.domain ?? null,
      orgId: org.id ?? null,
      balance: Number(balance),
    };
    await sent('simplefin-accounts-link', { externalAccount, offBudget: false });
    const linked = (await api.getAccounts()).find((account) => account.name === name);
    return { id: linked.id, balance: await api.getAccountBalance(linked.id) };
  },
  bankSync: ({ id }) => api.runBankSync({ accountId: id }),
  async rows({ id }) {
    const rows = await api.getTransactions(id, '2026-01-01', '2027-12-31');
    const shown = rows.map(({ imported_id, date, amount, cleared }) => ({
      imported_id: imported_id ?? 'start',
      date,
      amount,
      cleared,
    }));
    return shown.sort((one, other) => (one.imported_id < other.imported_id ? -1 : 1));
  },
  unlink: ({ id }) => sent('account-unlink', { id }),
  end: () => api.shutdown(),
};

/** A message to the inside of the client that must succeed. */
async function sent(name, args) {
  const outcome = await internal.send(name, args);
  const error = outcome?.error ?? outcome?.error_code;
  if (error) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  return outcome;
}

async function idOf(name) {
  return (await api.getCategories()).find((category) => category.name === name).id;
}

say({ ready: true });
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { id, name, args } = JSON.parse(line);
  try {
    say({ id, result: (await deeds[name](args)) ?? null });
  } catch (error) {
    say({ id, error: String(error?.message ?? error) });
  }
  if (name === 'end') process.exit(0);
}
