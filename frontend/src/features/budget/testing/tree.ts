/** A small category tree for the tests of the grid. */
import type { CategoryGroup } from '@/generated/contract';

interface GroupOptions {
  income?: boolean;
  hidden?: boolean;
}

/** A group from its name and the names of its categories; a leading "~" hides a category. */
export function group(name: string, categories: string[], options: GroupOptions = {}) {
  const id = `g-${slug(name)}`;
  const income = options.income ?? false;
  const built: CategoryGroup = {
    id,
    name,
    is_income: income,
    hidden: options.hidden ?? false,
    sort_order: 0,
    categories: categories.map((text, index) => ({
      id: slug(text.replace('~', '')),
      name: text.replace('~', ''),
      cat_group: id,
      is_income: income,
      hidden: text.startsWith('~'),
      sort_order: (index + 1) * 16384,
    })),
  };
  return built;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}

export const TREE: CategoryGroup[] = [
  group('Usual Expenses', ['Food', '~Hobby', 'General', 'Bills']),
  group('Savings', ['Car', 'House']),
  group('Secret', ['Vault'], { hidden: true }),
  group('Income', ['Salary', 'Starting Balances'], { income: true }),
];
