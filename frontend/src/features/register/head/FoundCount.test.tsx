import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findEnd } from '@/domain/transactions/entrySource';
import { RegisterList } from '../model/registerList';
import { entry, FakeLedger, transaction } from '../testing/fakeLedger';
import { FoundCount } from './FoundCount';

test('a list that failed has no count, and none is on its way', async () => {
  const ledger = new FakeLedger([]);
  ledger.page = () => Promise.reject(new Error('gone'));
  const list = new RegisterList(ledger);
  const { container } = render(<FoundCount list={list} isBehind={false} />);
  expect(container.childElementCount).toBe(1);
  await list.open();
  expect(list.status).toBe('failed');
  render(<FoundCount list={list} isBehind={false} />, { container });
  expect(container.childElementCount).toBe(0);
});

test.each([
  ['more', 340],
  ['fewer', 160],
  ['as many', 300],
])('the count of a list is exact where its source counts %s', async (_, counted) => {
  const rows = Array.from({ length: 300 }, (_, at) => entry(transaction(`t${at}`)));
  const ledger = new FakeLedger(rows);
  Object.assign(ledger, { filters: [{ notes: { $like: '%x%' } }], countIsExact: false });
  ledger.count = async () => counted;
  const list = new RegisterList(ledger);
  await list.open();
  render(<FoundCount list={list} isBehind={false} />);
  await screen.findByText('300 transactions found');
});

test('the end of a list is found from any near count', async () => {
  for (const length of [0, 1, 2, 7, 64, 100]) {
    const ledger = new FakeLedger(Array.from({ length }, (_, at) => entry(transaction(`t${at}`))));
    for (const near of [0, 1, 2, 5, 63, 100, 1000]) {
      expect(await findEnd(ledger, near), `${length} from ${near}`).toBe(length);
    }
  }
});
