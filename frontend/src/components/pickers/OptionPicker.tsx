import { useCallback } from 'react';
import { ComboBox } from './ComboBox';
import type { FieldProps } from './field';
import { type SuggestSection, suggestFrom } from './suggestions';

interface OptionPickerProps extends FieldProps<string | null> {
  sections: readonly SuggestSection[];
  /** Typing the name of a section offers its options when none of theirs matches. */
  bySectionName?: boolean;
}

/** Chooses one of the given options. */
export function OptionPicker(props: OptionPickerProps) {
  const { sections, value, bySectionName = true } = props;
  const suggest = useCallback(
    (typed: string | null) => suggestFrom(sections, typed, bySectionName),
    [sections, bySectionName],
  );
  const options = sections.flatMap((section) => section.options);
  const shown = options.find(({ id }) => id === value)?.name ?? '';
  return <ComboBox {...props} shown={shown} suggest={suggest} />;
}
