import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DashboardCard } from '@/generated/contract';
import { FakeBackend } from '@/testing/fakeBackend';
import { moved } from './model/packing';
import { usePlaces } from './usePlaces';

let backend: FakeBackend;
beforeEach(() => {
  backend = new FakeBackend().install();
});

const card = (id: string, x: number, y: number) =>
  ({ id, x, y, width: 4, height: 2, type: 'summary-card', meta: null }) as DashboardCard;

test('a move writes its own cards, and leaves one that another tab moved meanwhile', async () => {
  const cards = [card('a', 0, 0), card('b', 4, 0), card('c', 0, 2)];
  const { result, rerender } = renderHook(({ cards }) => usePlaces(cards), {
    initialProps: { cards },
  });
  act(() => result.current.show(moved(result.current.places, 'b', { x: 8, y: 0 })));
  rerender({ cards: [card('a', 0, 0), card('b', 4, 0), card('c', 4, 0)] });
  expect(result.current.places.find(({ id }) => id === 'c')).toMatchObject({ x: 4, y: 0 });
  act(() => void result.current.keep());
  await waitFor(() => expect(backend.named('dashboard-update')).toHaveLength(1));
  expect(backend.named('dashboard-update')[0]?.args).toEqual({
    widgets: [{ id: 'b', x: 8, y: 0, width: 4, height: 2 }],
  });
});
