import { expect, it } from 'vitest';
import { reviveStyles } from './styles';

const link = () => document.querySelector('link');

it('styles that did not load are loaded again in their place', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/lost.css"><meta name="after">';
  const lost = link();
  const revived = reviveStyles();
  expect(link()).not.toBe(lost);
  expect(link()?.href).toMatch(/lost\.css$/);
  expect(document.head.firstChild).toBe(link());
  link()?.dispatchEvent(new Event('load'));
  await revived;
});

it('styles that are still away are told', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/lost.css">';
  const revived = reviveStyles();
  link()?.dispatchEvent(new Event('error'));
  await expect(revived).rejects.toThrow('lost.css');
});
