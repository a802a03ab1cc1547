import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RegisterList } from '../model/registerList';
import { FakeLedger } from '../testing/fakeLedger';
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
