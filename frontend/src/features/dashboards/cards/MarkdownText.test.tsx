import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import MarkdownText from './MarkdownText';

test('lines beside the tasks of a list keep their dots', () => {
  render(<MarkdownText text={'- Boat\n- [x] Sail'} align="" />);
  const [line, task] = screen.getAllByRole('listitem');
  expect(line?.className).toBe('');
  expect(task?.className).not.toBe('');
  expect(task?.textContent).toContain('Sail');
});
