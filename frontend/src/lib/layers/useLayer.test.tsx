import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { layerPaths } from './layers';
import { useCloseLayer, useOpenLayer } from './useLayer';

let close = () => {};
let openLayer: (path: string) => void = () => {};

function Screen() {
  openLayer = useOpenLayer();
  return <p>Screen</p>;
}

function Layer() {
  close = useCloseLayer();
  return <p>Layer</p>;
}

async function open() {
  const router = createMemoryRouter(
    [
      { path: '/before', element: <p>Before</p> },
      { path: '/screen', element: <Screen /> },
      { path: layerPaths.newSchedule, element: <Layer /> },
    ],
    { initialEntries: ['/before', '/screen'] },
  );
  render(<RouterProvider router={router} />);
  await act(async () => openLayer(layerPaths.newSchedule));
  expect(router.state.location.pathname).toBe(layerPaths.newSchedule);
  return router;
}

test('closing a layer goes back to the screen below', async () => {
  const router = await open();
  await act(async () => close());
  expect(router.state.location.pathname).toBe('/screen');
});

test('a layer that Back left while it saved takes no second step back', async () => {
  const router = await open();
  await act(async () => router.navigate(-1));
  await act(async () => close());
  expect(router.state.location.pathname).toBe('/screen');
});
