import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { useAnnouncement } from '@/lib/announce/announce';
import { amountFormat } from '@/lib/format/amount';
import { Chart } from './Chart';
import type { ChartData } from './chart';
import { Donut } from './Donut';
import { FlowChart } from './FlowChart';
import { pictureText } from './picture';
import { tableCsv, tableText } from './tableText';

const AMOUNTS = amountFormat('comma-dot');

const DATA: ChartData = {
  id: 'test-chart',
  title: 'Cash flow',
  sentence: 'From May to July, 300.00 came in.',
  periodName: 'Month',
  periods: ['May', 'June', 'July'].map((name) => ({ key: name, name, tick: name })),
  series: [
    { id: 'in', name: 'Income', values: [10000, 20000, 0], total: 30000, look: 'up', hue: 1 },
    { id: 'out', name: 'Expenses', values: [-5000, 0, -100], total: -5100, look: 'down', hue: 2 },
    { id: 'left', name: 'Balance', values: [5000, 25000, 24900], look: 'line', hue: 3, before: 0 },
  ],
};

const onOpen = vi.fn();
let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  localStorage.clear();
  onOpen.mockReset();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  user = userEvent.setup();
});

const show = (data = DATA, returnTo: string | null = null) =>
  render(
    <Chart data={data} amounts={AMOUNTS} fileName="Cash" onOpen={onOpen} returnTo={returnTo} />,
  );
const plot = () => screen.getByRole('group', { name: 'Cash flow' });
const said = () => useAnnouncement.getState().text;

test('the keys move one cursor, and its figures are announced', async () => {
  show();
  act(() => plot().focus());
  expect(screen.getByText('July', { selector: 'p' })).toBeTruthy();
  await user.keyboard('{ArrowLeft}');
  expect(said()).toBe('June: Income 200.00, Expenses 0.00, Balance 250.00');
  await user.keyboard('{Home}');
  expect(said()).toContain('May: Income 100.00');
  await user.keyboard('{ArrowLeft}{ArrowRight}{End}{ArrowRight}');
  expect(said()).toBe('July: Income 0.00, Expenses -1.00, Balance 249.00');
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(1);
});

test('a mouse opens what is under it; a finger only reads', () => {
  show();
  fireEvent.pointerDown(plot(), { pointerType: 'touch', clientX: 90 });
  fireEvent.click(plot(), { clientX: 90 });
  expect(onOpen).not.toHaveBeenCalled();
  expect(screen.getByText('May', { selector: 'p' })).toBeTruthy();
  fireEvent.pointerMove(plot(), { pointerType: 'mouse', clientX: 800 });
  fireEvent.click(plot(), { clientX: 800 });
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(2);
});

test('the drawing is a picture with a name in words', () => {
  show();
  expect(screen.getByRole('img', { name: DATA.sentence })).toBeTruthy();
  expect(plot().getAttribute('aria-roledescription')).toBe('chart');
});

test('the table has the same figures with totals, and the choice is remembered', async () => {
  const { unmount } = show();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    'MonthIncomeExpensesBalance',
    'May100.00-50.0050.00',
    'June200.000.00250.00',
    'July0.00-1.00249.00',
    'Total300.00-51.00',
  ]);
  unmount();
  show();
  const table = screen.getByRole('table', { name: 'Cash flow' });
  await user.click(within(table).getByRole('button', { name: 'June' }));
  expect(onOpen).toHaveBeenCalledWith(1);
  await user.click(screen.getByRole('button', { name: 'Show as chart' }));
  expect(plot()).toBeTruthy();
});

test('the cursor stays at its period when periods are added before it', async () => {
  const { rerender } = show();
  act(() => plot().focus());
  await user.keyboard('{ArrowLeft}');
  const longer: ChartData = {
    ...DATA,
    periods: [{ key: 'April', name: 'April', tick: 'April' }, ...DATA.periods],
    series: DATA.series.map((each) => ({ ...each, values: [0, ...each.values] })),
  };
  rerender(<Chart data={longer} amounts={AMOUNTS} fileName="Cash" onOpen={onOpen} />);
  expect(screen.getByText('June', { selector: 'p' })).toBeTruthy();
});

const SPENT: ChartData = {
  ...DATA,
  series: [{ id: 'spent', name: 'Spent', values: [100, 200, 300] }],
  flows: {
    nodes: ['All', 'Food', 'Rent', 'Fun'].map((name, at) => ({
      key: name,
      name,
      column: Math.min(at, 1),
      hue: 1,
    })),
    links: ['Food', 'Rent', 'Fun'].map((target) => ({ source: 'All', target })),
  },
};

test.each([
  ['part of a ring', Donut],
  ['flow', FlowChart],
])('a click opens the %s that is pressed, wherever the pointer was drawn last', (_, drawing) => {
  render(
    <Chart data={SPENT} amounts={AMOUNTS} fileName="Spent" onOpen={onOpen} drawing={drawing} />,
  );
  const pressed = plot().querySelectorAll('path[data-item]')[1] as Element;
  fireEvent.pointerDown(pressed, { pointerType: 'mouse' });
  fireEvent.click(pressed);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(1);
});

test('a chart that is come back to has the keyboard where it was left', async () => {
  show(DATA, 'June');
  expect(document.activeElement).toBe(plot());
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith(1);
});

test('a table that is come back to has the keyboard in the row that was opened', async () => {
  localStorage.setItem(`sobre.chart.${DATA.id}`, 'table');
  show(DATA, 'June');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'June' }));
  // Only once: later the keyboard stays with the button that changes the view.
  await user.click(screen.getByRole('button', { name: 'Show as chart' }));
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(document.activeElement).not.toBe(screen.getByRole('button', { name: 'June' }));
});

test('on paper the table stands below the chart', () => {
  show();
  expect(screen.queryByRole('table')).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByRole('table')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByRole('table')).toBeNull();
});

test('copied figures are lines with tabs and decimals', () => {
  expect(tableText(DATA, amountFormat('dot-comma', true)).split('\n')).toEqual([
    'Month\tIncome\tExpenses\tBalance',
    'May\t100,00\t-50,00\t50,00',
    'June\t200,00\t0,00\t250,00',
    'July\t0,00\t-1,00\t249,00',
    'Total\t300,00\t-51,00\t',
  ]);
});

test('a saved table has plain decimals, and no name that is a formula', () => {
  const data: ChartData = {
    ...DATA,
    series: [
      ...DATA.series.slice(0, 2),
      { id: 'x', name: '=Gifts, "small"', values: [-1250, 5, null], total: 1 },
    ],
  };
  expect(tableCsv(data)).toBe(
    [
      `Month,Income,Expenses,"'=Gifts, ""small"""`,
      'May,100,-50,-12.5',
      'June,200,0,0.05',
      'July,0,-1,',
      'Total,300,-51,0.01',
      '',
    ].join('\n'),
  );
});

test('a saved picture has its words and figures, and no cursor', async () => {
  show();
  act(() => plot().focus());
  const drawing = screen.getByRole('img', { name: DATA.sentence });
  expect(drawing.querySelector('[data-cursor]')).not.toBeNull();
  Object.defineProperty(drawing, 'viewBox', { value: { baseVal: { width: 900, height: 320 } } });
  const text = pictureText(drawing as unknown as SVGSVGElement, {
    title: 'Cash flow',
    description: DATA.sentence,
    table: tableText(DATA, AMOUNTS),
  });
  const file = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  expect(file.querySelector('title')?.textContent).toBe('Cash flow');
  expect(file.querySelector('desc')?.textContent).toBe(DATA.sentence);
  expect(file.querySelector('metadata')?.textContent).toContain('May\t100.00');
  expect(file.querySelector('[data-cursor]')).toBeNull();
  expect(file.querySelector('[class]')).toBeNull();
  expect(file.getAttribute('width')).toBe('900');
});

const FLOWS: ChartData = {
  id: 'test-flows',
  title: 'Flows',
  sentence: 'From one side to the other.',
  periodName: 'Flow',
  periods: ['a b', 'b c'].map((key) => ({ key, name: key, tick: '' })),
  series: [{ id: 'amount', name: 'Amount', values: [300, 300] }],
  flows: {
    nodes: ['a', 'b', 'c'].map((key, column) => ({ key, name: key, column, hue: 1 })),
    links: [
      { source: 'a', target: 'b' },
      { source: 'b', target: 'c' },
    ],
  },
};

test('a drawing that is wider than its place fades where it goes on, and follows the keys', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(800);
  render(<Chart data={FLOWS} amounts={AMOUNTS} fileName="Flows" drawing={FlowChart} />);
  const place = screen.getByRole('group', { name: 'Flows' });
  vi.spyOn(place, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 400));
  expect(place.dataset).toMatchObject({ after: 'true' });
  expect(place.dataset.before).toBeUndefined();
  for (const [at, path] of place.querySelectorAll('[data-item]').entries()) {
    const left = 500 * at;
    vi.spyOn(path, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, 0, 200, 50));
  }
  act(() => place.focus());
  expect(place.scrollLeft).toBe(0);
  await user.keyboard('{ArrowRight}');
  expect(place.scrollLeft).toBe(460);
  fireEvent.scroll(place);
  expect(place.dataset).toMatchObject({ after: 'true', before: 'true' });
  place.scrollLeft = 500;
  fireEvent.scroll(place);
  expect(place.dataset.after).toBeUndefined();
  // A key at the end moves nothing, so the pointer that comes next scrolls nothing.
  await user.keyboard('{ArrowRight}');
  fireEvent.pointerEnter(place.querySelectorAll('[data-item]')[0] as Element);
  expect(place.scrollLeft).toBe(500);
});
