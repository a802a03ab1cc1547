import { waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { entry, transaction } from '../testing/fakeLedger';
import { cellIn, renderRegister } from '../testing/renderRegister';

vi.setConfig({ testTimeout: 30_000 });

const drawn: string[] = [];

// Every row in a profiler of its own: what is drawn again is counted.
vi.mock('./TransactionRow', async (original) => {
  const module = await original<typeof import('./TransactionRow')>();
  return {
    ...module,
    TransactionRow: (props: Parameters<typeof module.TransactionRow>[0]) => (
      <Profiler id="row" onRender={() => drawn.push(props.row.id)}>
        <module.TransactionRow {...props} />
      </Profiler>
    ),
  };
});

/** The rows whose cells were drawn. */
const filled: string[] = [];

vi.mock('./cellContents', async (original) => {
  const module = await original<typeof import('./cellContents')>();
  return {
    ...module,
    PayeeCell: (props: Parameters<typeof module.PayeeCell>[0]) => {
      filled.push(props.row.id);
      return <module.PayeeCell {...props} />;
    },
  };
});

let finish = () => {};
afterEach(() => finish());

async function open() {
  const rows = Array.from({ length: 20 }, (_, at) =>
    entry(transaction(`t${at}`, { amount: -100 - at, sort_order: 100 - at })),
  );
  const page = await renderRegister(rows);
  finish = page.finish;
  await waitFor(() => cellIn('-1.19', 'payee'));
  drawn.length = 0;
  filled.length = 0;
  return page;
}

test('a changed row redraws itself and no other', async () => {
  const { ledger, changeElsewhere } = await open();
  await changeElsewhere(() => {
    ledger.put(entry(transaction('t7', { amount: -107, sort_order: 93, notes: 'changed' })));
    return ['t7'];
  });
  await waitFor(() => expect(cellIn('-1.07', 'notes').textContent).toBe('changed'));
  expect(drawn).toEqual(['t7']);
});

test('moving the focus and selecting redraw the rows they touch', async () => {
  const { user } = await open();
  cellIn('-1.05', 'payee').focus();
  await waitFor(() => expect(cellIn('-1.05', 'payee').tabIndex).toBe(0));
  drawn.length = 0;
  await user.keyboard('{ArrowDown}x');
  await waitFor(() => expect(drawn.length).toBeGreaterThan(0));
  expect(new Set(drawn).size).toBeLessThanOrEqual(2);
});

test('a transaction that comes moves the others and draws none of their cells', async () => {
  const { ledger, changeElsewhere } = await open();
  await changeElsewhere(() => {
    ledger.put(entry(transaction('new', { amount: -999, sort_order: 200 })));
    return ['new'];
  });
  await waitFor(() => cellIn('-9.99', 'payee'));
  expect(cellIn('-1.00', 'payee').closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('3');
  // The last one leaves the lines that are drawn, and comes back to them.
  expect(new Set(filled)).toEqual(new Set(['new', 't19']));
});
