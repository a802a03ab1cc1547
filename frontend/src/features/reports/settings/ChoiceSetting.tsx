import { Select, type SelectOption } from '@/components/Select';
import { useDraft } from '../card/draft';

interface ChoiceSettingProps {
  /** The member of the settings. */
  setting: string;
  label: string;
  options: readonly SelectOption[];
  /** The value of a card without this member. */
  usual: string;
}

/** One of a few words of the settings. */
export function ChoiceSetting({ setting, label, options, usual }: ChoiceSettingProps) {
  const { meta, change } = useDraft();
  const stored = options.find(({ id }) => id === meta[setting])?.id ?? usual;
  return (
    <Select
      label={label}
      options={options}
      value={stored}
      onChange={(value) => change({ [setting]: value })}
    />
  );
}
