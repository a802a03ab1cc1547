import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Screen } from './Screen';

let load: () => void;

function Loading() {
  const [isHere, setHere] = useState(false);
  load = () => setHere(true);
  return isHere ? <h1 tabIndex={-1}>All accounts</h1> : <p>Loading</p>;
}

const show = () =>
  render(
    <main>
      <button type="button">before</button>
      <Screen title="All accounts">
        <Loading />
      </Screen>
    </main>,
  );

test('the heading of a screen that loads late gets the keyboard', async () => {
  show();
  expect(document.activeElement).toBe(document.body);
  act(() => load());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});

test('a heading that comes late leaves the keyboard where it is in use', async () => {
  show();
  screen.getByRole('button').focus();
  await act(async () => load());
  expect(document.activeElement).toBe(screen.getByRole('button'));
});
