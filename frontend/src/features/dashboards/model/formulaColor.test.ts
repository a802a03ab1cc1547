import { beforeAll, expect, test, vi } from 'vitest';
import { formulaColor } from './formulaColor';

beforeAll(() => {
  vi.stubGlobal('CSS', { supports: (_: string, value: string) => /^(#|rebecca)/.test(value) });
});

test.each([
  [null, {}],
  ['theme_errorText', { tone: 'bad' }],
  ['red', { tone: 'bad' }],
  ['theme_noticeText', { tone: 'good' }],
  ['Green', { tone: 'good' }],
  ['theme_warningText', { tone: 'warning' }],
  ['#336699', { css: '#336699' }],
  ['rebeccapurple', { css: 'rebeccapurple' }],
  ['no color', {}],
])('the color %j is %j', (given, color) => {
  expect(formulaColor(given)).toEqual(color);
});
