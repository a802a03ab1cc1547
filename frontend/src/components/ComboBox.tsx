import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Collection, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { tell } from '@/lib/notices/tell';
import { commonTexts } from '@/texts/common';
import { type ComboGroup, type ComboOption, filterGroups, singleBestMatch } from './comboMatch';
import styles from './Field.module.css';
import { Popover } from './Popover';

export interface ComboBoxProps {
  label: string;
  groups: readonly ComboGroup[];
  /** Id of the chosen option. */
  value: string | null;
  onChange: (id: string) => void;
  /** Enter on an option that is chosen already, e.g. to submit a small form. */
  onSubmit?: () => void;
  autoFocus?: boolean;
  isDisabled?: boolean;
  placeholder?: string;
  /** Why nothing may be chosen, or what is missing. */
  error?: string | undefined;
}

function nameOf(groups: readonly ComboGroup[], id: string | null): string {
  const options = groups.flatMap((group) => group.options);
  return options.find((option) => option.id === id)?.name ?? '';
}

/** The text of the field, null while it is untouched, and what the field makes of it. */
function useTypedChoice({ groups, value, onChange, onSubmit }: ComboBoxProps) {
  const chosen = nameOf(groups, value);
  const [typed, setTyped] = useState<string | null>(null);
  const taken = useRef(false);
  const isEscape = useRef(false);

  const choose = (id: string) => {
    if (taken.current) return;
    setTyped(null);
    if (id !== value) onChange(id);
  };

  /** The library would bring the old value back on this key, so ours goes after it. */
  const take = (id: string) => {
    taken.current = true;
    setTimeout(() => {
      taken.current = false;
      choose(id);
    });
  };

  /** Enter and Tab without a highlight: take the single best match or keep the old value. */
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    isEscape.current = event.key === 'Escape';
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    if (event.currentTarget.getAttribute('aria-activedescendant')) return;
    if (typed === null || typed.trim() === '') {
      if (event.key === 'Enter' && value !== null && typed === null) onSubmit?.();
      return;
    }
    const best = singleBestMatch(groups, typed);
    if (best) take(best.id);
    else {
      setTyped(null);
      tell(chosen ? commonTexts.noMatchKept(chosen) : commonTexts.noMatch);
    }
  };
  /** Escape with nothing chosen: text that stayed would open the list again. */
  const takeBack = () => {
    if (isEscape.current && value === null) setTyped(null);
  };
  return { chosen, typed, setTyped, choose, leave, takeBack };
}

/**
 * A text field that chooses one of grouped options. It never commits silently: only an option
 * highlighted with the arrow keys, or the single option that starts with the text, is taken;
 * otherwise the old value stays and that is said.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, groups, value, error } = props;
  const { chosen, typed, setTyped, choose, leave, takeBack } = useTypedChoice(props);
  const shown = useMemo(() => filterGroups(groups, typed ?? ''), [groups, typed]);
  return (
    <AriaComboBox
      className={styles.field ?? ''}
      items={shown}
      inputValue={typed ?? chosen}
      onInputChange={(text) => setTyped(text === chosen ? null : text)}
      value={value}
      onChange={(key) => {
        if (key !== null) choose(String(key));
        else takeBack();
      }}
      onBlur={() => setTyped(null)}
      autoFocus={props.autoFocus ?? false}
      isDisabled={props.isDisabled ?? false}
      isInvalid={error !== undefined}
      allowsEmptyCollection
      menuTrigger="input"
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.combo}>
        <Input
          className={styles.input ?? ''}
          placeholder={props.placeholder ?? ''}
          onKeyDownCapture={leave}
          onFocus={(event) => typed === null && event.currentTarget.select()}
        />
        <Button className={styles.open ?? ''}>
          <ChevronDown size="1rem" aria-hidden="true" />
        </Button>
      </div>
      {error && (
        <span role="alert" className={styles.error}>
          {error}
        </span>
      )}
      <Popover>
        <ListBox<ComboGroup>
          className={styles.list ?? ''}
          renderEmptyState={() => <div className={styles.empty}>{commonTexts.noMatch}</div>}
        >
          {renderGroup}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

function renderGroup(group: ComboGroup) {
  return (
    <ListBoxSection id={group.id}>
      {group.name !== '' && <Header className={styles.groupName ?? ''}>{group.name}</Header>}
      <Collection items={group.options}>{renderOption}</Collection>
    </ListBoxSection>
  );
}

function renderOption(option: ComboOption) {
  return (
    <ListBoxItem id={option.id} textValue={option.name} className={styles.option ?? ''}>
      <span>{option.name}</span>
      {option.detail && <span className={styles.detail}>{option.detail}</span>}
    </ListBoxItem>
  );
}
