import { Checkbox } from '@/components/Checkbox';
import { useDraft } from '../card/draft';

interface SwitchSettingProps {
  /** The member of the settings. */
  setting: string;
  label: string;
  hint?: string;
  /** The value of a card without this member (default false). */
  usual?: boolean;
}

/** A setting that is on or off. */
export function SwitchSetting({ setting, label, hint, usual = false }: SwitchSettingProps) {
  const { meta, change } = useDraft();
  const stored = meta[setting];
  return (
    <Checkbox
      isSelected={typeof stored === 'boolean' ? stored : usual}
      onChange={(value) => change({ [setting]: value })}
      hint={hint}
    >
      {label}
    </Checkbox>
  );
}
