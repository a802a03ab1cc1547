import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { lists } from '@/lib/lists/lists';
import { FakeBackend } from '@/testing/fakeBackend';
import { useFirstAccount } from './useFirstAccount';

let answer: () => Promise<void>;

beforeEach(() => {
  lists.clear();
  answer = new FakeBackend()
    .install()
    .on('accounts-get', () => [])
    .hold('accounts-get');
});

function Place() {
  useFirstAccount();
  return (
    <>
      <Link to="/budget">Budget</Link>
      <output>{useLocation().pathname}</output>
    </>
  );
}

const show = () =>
  render(
    <MemoryRouter initialEntries={['/budget']}>
      <Place />
    </MemoryRouter>,
  );
const place = () => screen.getByRole('status').textContent;

test('a budget without accounts opens where the first one is added', async () => {
  show();
  await answer();
  await waitFor(() => expect(place()).toBe('/accounts'));
});

test('who goes to the grid before the accounts are known stays there', async () => {
  show();
  await userEvent.click(screen.getByRole('link'));
  await answer();
  await waitFor(() => expect(lists.getQueryData(['accounts'])).toEqual([]));
  await act(async () => {});
  expect(place()).toBe('/budget');
});
