import { type ReactNode, useEffect } from 'react';
import { pickersTexts } from '@/texts/pickers';
import fieldStyles from '../Field.module.css';
import styles from './SuggestList.module.css';
import { matchRange, type Suggestions, type SuggestOption } from './suggestions';

interface ListProps {
  id: string;
  label: string;
  suggestions: Suggestions;
  /** Marked in the names. */
  text: string;
  highlighted: string | null;
  value: string | null;
  onChoose: (option: SuggestOption) => void;
  footer?: ReactNode;
}

/** The options under a field. The focus stays in the field, which the keys belong to. */
export function SuggestList(props: ListProps) {
  const { id, suggestions, highlighted, footer } = props;
  useEffect(() => {
    if (highlighted === null) return;
    document.getElementById(`${id}-${highlighted}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, highlighted]);
  const isEmpty = suggestions.sections.every(({ options }) => options.length === 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing here must not take the focus.
    <div className={styles.box} onMouseDown={(event) => event.preventDefault()}>
      <div role="listbox" id={id} aria-label={props.label} className={fieldStyles.list}>
        {suggestions.sections.map((section) =>
          section.name === '' ? (
            section.options.map((option) => <Option key={option.id} option={option} {...props} />)
          ) : (
            <div key={section.id} role="group" aria-label={section.name}>
              <div className={fieldStyles.groupName} aria-hidden="true">
                {section.name}
              </div>
              {section.options.map((option) => (
                <Option key={option.id} option={option} {...props} />
              ))}
            </div>
          ),
        )}
      </div>
      {isEmpty && <div className={fieldStyles.empty}>{pickersTexts.noMatch}</div>}
      {suggestions.more && <div className={styles.more}>{suggestions.more}</div>}
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}

function Option({ option, ...props }: ListProps & { option: SuggestOption }) {
  const isHighlighted = option.id === props.highlighted;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    <div
      role="option"
      id={`${props.id}-${option.id}`}
      className={fieldStyles.option}
      aria-selected={option.id === props.value}
      data-focused={isHighlighted || undefined}
      data-selected={option.id === props.value || undefined}
      data-hover
      onClick={() => props.onChoose(option)}
    >
      <span className={styles.name}>
        {option.icon}
        <Marked name={option.name} text={props.text} />
      </span>
      {option.detail && <span className={fieldStyles.detail}>{option.detail}</span>}
    </div>
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
