import { Checkbox } from '@/components/Checkbox';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import styles from './settings.module.css';

export interface NameGroup {
  id: string;
  name: string;
  items: readonly { id: string; name: string }[];
}

interface NamesFieldProps {
  label: string;
  allLabel: string;
  groups: readonly NameGroup[];
  /** Null for all of them, those of the future too. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
}

/** All things of a kind, or those that are ticked. */
export function NamesField({ label, allLabel, groups, chosen, onChange }: NamesFieldProps) {
  const all = groups.flatMap(({ items }) => items.map(({ id }) => id));
  const toggle = (id: string, is: boolean) => {
    const now = chosen ?? all;
    onChange(is ? [...now, id] : now.filter((each) => each !== id));
  };
  const filled = groups.filter(({ items }) => items.length > 0);
  return (
    <div role="group" aria-label={label} className={styles.group}>
      <Checkbox isSelected={chosen === null} onChange={(is) => onChange(is ? null : all)}>
        {allLabel}
      </Checkbox>
      {chosen !== null && (
        <div className={styles.list} role="group" aria-label={words.listOf(label)}>
          {filled.map(({ id, name, items }) => (
            <div key={id} role="group" aria-label={name}>
              <h3>{name}</h3>
              {items.map((item) => (
                <Checkbox
                  key={item.id}
                  isSelected={chosen.includes(item.id)}
                  onChange={(is) => toggle(item.id, is)}
                >
                  {item.name}
                </Checkbox>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
