// The rows of the open budget, read past the screen, to compare what undo leaves behind.

const TABLES = {
  transactions: { splits: 'all' },
  accounts: {},
  payees: {},
  categories: {},
};

/** Sends named calls one after the other past the screen of `page`; answers their results. */
export function sendCalls(page, calls) {
  return page.evaluate(async (calls) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    const waiting = new Map();
    let next = 1;
    const send = (name, args) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, name, args }));
      });
    await new Promise((resolve) => {
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data);
        if (frame.event === 'hello') resolve();
        const asked = waiting.get(frame.id);
        if (frame.error) asked?.reject(new Error(frame.error.message));
        else asked?.resolve(frame.result);
      };
    });
    await send('load-budget', { id: sessionStorage.getItem('sobre.open') });
    const results = [];
    for (const [name, args] of calls) results.push(await send(name, args));
    socket.close();
    return results;
  }, calls);
}

/** Every living row of the budget that `page` has open, by table, in the order of their ids. */
export async function readRows(page) {
  const calls = Object.entries(TABLES).map(([table, tableOptions]) => [
    'query',
    { table, tableOptions, selectExpressions: ['*'] },
  ]);
  const answers = await sendCalls(page, calls);
  const sorted = answers.map(({ data }) => data.sort((a, b) => (a.id < b.id ? -1 : 1)));
  return Object.fromEntries(Object.keys(TABLES).map((table, at) => [table, sorted[at]]));
}

/** What two readings do not have in common, field by field. */
export function rowDifferences(before, after) {
  const found = [];
  for (const table of Object.keys(TABLES)) {
    const old = new Map(before[table].map((row) => [row.id, row]));
    for (const row of after[table]) {
      const was = old.get(row.id);
      old.delete(row.id);
      if (!was) found.push(`${table} ${row.id} was not there: ${JSON.stringify(row)}`);
      for (const key of Object.keys(was ?? {})) {
        const [left, right] = [JSON.stringify(was[key]), JSON.stringify(row[key])];
        if (left !== right) found.push(`${table} ${row.id} ${key}: ${left} became ${right}`);
      }
    }
    for (const id of old.keys()) found.push(`${table} ${id} is gone`);
  }
  return found;
}
