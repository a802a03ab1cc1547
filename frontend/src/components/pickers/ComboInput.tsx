import {
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Header } from 'react-aria-components/Header';
import { InputContext } from 'react-aria-components/Input';
import { Collection, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { useContextProps } from 'react-aria-components/slots';
import { pickersTexts } from '@/texts/pickers';
import fieldStyles from '../Field.module.css';
import { Popover } from '../Popover';
import styles from './ComboInput.module.css';
import {
  matchRange,
  type Suggestions,
  type SuggestOption,
  type SuggestSection,
} from './suggestions';

interface ComboInputProps {
  id: string;
  label: string;
  input: RefObject<HTMLInputElement | null>;
  /** Of the input. Its keys are its owner's alone: the list never takes a value by itself. */
  attributes: InputHTMLAttributes<HTMLInputElement> & { value: string };
  isOpen: boolean;
  suggestions: Suggestions;
  /** Marked in the names. */
  text: string;
  highlighted: string | null;
  value: string | null;
  onChoose: (option: SuggestOption) => void;
  onClose: () => void;
  /** Under the list; pressing it leaves the focus in the field. */
  footer?: ReactNode;
}

/**
 * A text input with a list of options below it. The library gives it roles, ids, announcements and
 * pointer; the owner decides on every key, because the library takes an option or brings back the
 * old text when the field is left.
 */
export function ComboInput(props: ComboInputProps) {
  const { suggestions, isOpen, attributes, onChoose, footer } = props;
  const options = suggestions.sections.flatMap((section) => section.options);
  return (
    <AriaComboBox<Entry>
      id={props.id}
      aria-label={props.label}
      className={styles.shell ?? ''}
      items={entriesOf(suggestions.sections)}
      inputValue={attributes.value}
      value={props.value}
      onSelectionChange={(key) => {
        const option = options.find(({ id }) => id === key);
        if (option) onChoose(option);
      }}
      isDisabled={attributes.disabled ?? false}
      menuTrigger="manual"
      allowsEmptyCollection
    >
      <OwnedInput {...props} />
      {/* Open by its own account: closing through the library would take an option. */}
      <Popover isOpen={isOpen} onOpenChange={(open) => !open && props.onClose()}>
        {/* A press beside the options must not take the focus. */}
        <div role="none" className={styles.box} onMouseDown={(event) => event.preventDefault()}>
          <ListBox<Entry>
            className={fieldStyles.list ?? ''}
            dependencies={[props.text]}
            renderEmptyState={() => <div className={fieldStyles.empty}>{pickersTexts.noMatch}</div>}
          >
            {(entry) => renderEntry(entry, props.text)}
          </ListBox>
          {suggestions.more && <div className={styles.more}>{suggestions.more}</div>}
          {footer && <div className={styles.footer}>{footer}</div>}
        </div>
      </Popover>
    </AriaComboBox>
  );
}

/** Sections without a name are not groups: their options stand for themselves. */
type Entry = SuggestSection | SuggestOption;

function entriesOf(sections: readonly SuggestSection[]): Entry[] {
  return sections.flatMap((section): readonly Entry[] =>
    section.name === '' ? section.options : [section],
  );
}

/** The input, with everything of the library's but its keys, and the list that follows the owner. */
function OwnedInput({ input, attributes, isOpen, highlighted }: ComboInputProps) {
  const state = useContext(ComboBoxStateContext);
  const [library, ref] = useContextProps({}, input, InputContext);
  // After the library's own effects, which forget the highlighted option with every letter.
  useLayoutEffect(() => {
    if (!state) return;
    if (isOpen && !state.isOpen) state.open(null, 'manual');
    else if (!isOpen && state.isOpen) state.setOpen(false);
    const { selectionManager: manager, collection } = state;
    const reached = highlighted !== null && collection.getItem(highlighted) ? highlighted : null;
    if (state.isOpen && manager.focusedKey !== reached) manager.setFocusedKey(reached);
  });
  useLayoutEffect(() => {
    if (!isOpen || highlighted === null) return;
    const option = document.getElementById(
      input.current?.getAttribute('aria-activedescendant') ?? '',
    );
    option?.scrollIntoView({ block: 'nearest' });
  });
  // The library sends the input focus events of its own while the keyboard is in it.
  const isInside = useRef(false);
  return (
    <input
      {...library}
      {...attributes}
      ref={ref}
      onKeyDown={attributes.onKeyDown}
      // The library's own takes a tap on the middle for itself, and no click would follow.
      onTouchEnd={undefined}
      onFocus={(event) => {
        if (!isInside.current) attributes.onFocus?.(event);
        isInside.current = true;
      }}
      onBlur={(event) => {
        isInside.current = document.activeElement === event.currentTarget;
        attributes.onBlur?.(event);
      }}
    />
  );
}

function renderEntry(entry: Entry, text: string) {
  if (!('options' in entry)) return renderOption(entry, text);
  return (
    <ListBoxSection id={`section-${entry.id}`} aria-label={entry.name}>
      <Header className={fieldStyles.groupName ?? ''} aria-hidden="true">
        {entry.name}
      </Header>
      <Collection items={entry.options} dependencies={[text]}>
        {(option) => renderOption(option, text)}
      </Collection>
    </ListBoxSection>
  );
}

function renderOption(option: SuggestOption, text: string) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.name}
      className={fieldStyles.option ?? ''}
      data-hover
    >
      <span className={styles.name}>
        {option.icon}
        <Marked name={option.name} text={text} />
      </span>
      {option.detail && <span className={fieldStyles.detail}>{option.detail}</span>}
    </ListBoxItem>
  );
}

function Marked({ name, text }: { name: string; text: string }) {
  const range = matchRange(name, text);
  if (!range) return <span>{name}</span>;
  return (
    <span>
      {name.slice(0, range[0])}
      <mark className={styles.mark}>{name.slice(...range)}</mark>
      {name.slice(range[1])}
    </span>
  );
}
