import type { CommitHow } from '@/components/pickers/field';
import { OptionPicker } from '@/components/pickers/OptionPicker';
import { COARSE, useMedia } from '@/components/useMedia';
import { commonTexts } from '@/texts/common';
import { PlaceList } from './PlaceList';
import { optionsOf, type PlaceGroup } from './places';

export interface PlaceFieldProps {
  label: string;
  groups: readonly PlaceGroup[];
  value: string | null;
  onChange: (id: string | null) => void;
  /** The balance that the chosen place will have, in cents. */
  after: number | undefined;
  format: (cents: number | undefined) => string;
  error: string | undefined;
  /** See `FieldProps`. */
  onCommit: (how: CommitHow, id: string | null, isKept: boolean) => boolean;
  autoFocus?: boolean;
}

/** The other place: typed with a keyboard, tapped in an open list with a thumb. */
export function PlaceField(props: PlaceFieldProps) {
  const isTouch = useMedia(COARSE);
  if (isTouch) return <PlaceList {...props} />;
  const { groups, format, after, error, ...field } = props;
  return (
    <OptionPicker
      {...field}
      {...(error !== undefined && { error })}
      sections={optionsOf(groups, format)}
      placeholder={commonTexts.selectCategory}
    />
  );
}
