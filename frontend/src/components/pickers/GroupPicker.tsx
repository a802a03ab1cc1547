import { useMemo } from 'react';
import type { CategoryGroup } from '@/generated/contract';
import type { FieldProps } from './field';
import { OptionPicker } from './OptionPicker';

interface GroupPickerProps extends FieldProps<string | null> {
  groups: readonly CategoryGroup[];
}

/** Chooses one of the category groups. */
export function GroupPicker({ groups, ...field }: GroupPickerProps) {
  const { value } = field;
  const sections = useMemo(() => {
    const options = groups.filter(({ id, hidden }) => !hidden || id === value);
    return [{ id: 'groups', name: '', options }];
  }, [groups, value]);
  return <OptionPicker {...field} sections={sections} bySectionName={false} />;
}
