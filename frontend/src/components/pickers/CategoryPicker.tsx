import { useCallback } from 'react';
import type { Amount, CategoryGroup } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { ComboBox } from './ComboBox';
import { categoryName, categorySections } from './categoryOptions';
import type { FieldProps } from './field';
import { suggestFrom } from './suggestions';

export interface CategoryPickerProps extends FieldProps<string | null> {
  groups: readonly CategoryGroup[];
  /** Balances to show beside the names; asked when the list opens. */
  balanceOf?: (category: string) => Amount | undefined;
  /** Offers "Split transaction" as the first entry. */
  onSplit?: () => void;
  /** Words for the value while it is no category, such as 'Split'. */
  shownInstead?: string;
}

/** Chooses a category, or splits the transaction. */
export function CategoryPicker(props: CategoryPickerProps) {
  const { groups, value, balanceOf, onSplit, shownInstead } = props;
  const { format } = useAmountFormat();
  const suggest = useCallback(
    (typed: string | null) =>
      suggestFrom(categorySections({ groups, value, balanceOf, format, onSplit }), typed),
    [groups, value, balanceOf, format, onSplit],
  );
  const shown = shownInstead ?? categoryName(groups, value);
  return <ComboBox {...props} shown={shown} suggest={suggest} isClearable />;
}
