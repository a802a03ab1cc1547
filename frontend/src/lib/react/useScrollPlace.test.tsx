import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useScrollPlace } from './useScrollPlace';

function Reports() {
  useScrollPlace();
  return <p>Cards</p>;
}

function show() {
  const element = (
    <main>
      <Reports />
    </main>
  );
  const router = createMemoryRouter([{ path: '/reports/:page?', element }], {
    initialEntries: ['/reports'],
  });
  render(<RouterProvider router={router} />);
  return { router, main: screen.getByRole('main') };
}

function scroll(main: HTMLElement, top: number): void {
  main.scrollTop = top;
  fireEvent.scroll(main);
}

test('another screen begins at its top, and Back comes to where the first one was left', async () => {
  const { router, main } = show();
  scroll(main, 300);
  await act(() => router.navigate('/reports/summary'));
  expect(main.scrollTop).toBe(0);
  scroll(main, 20);
  await act(() => router.navigate(-1));
  expect(main.scrollTop).toBe(300);
});

test('another range of the same screen leaves it where it is', async () => {
  const { router, main } = show();
  scroll(main, 300);
  await act(() => router.navigate('/reports?from=2026-01'));
  expect(main.scrollTop).toBe(300);
});
