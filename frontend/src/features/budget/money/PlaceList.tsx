import { ArrowRight, Check } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import fieldStyles from '@/components/Field.module.css';
import type { PlaceFieldProps } from './PlaceField';
import styles from './PlaceList.module.css';
import type { Place } from './places';

/** The number pad stays open while places are tapped, so nothing moves from under the thumb. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

type PlaceListProps = Pick<
  PlaceFieldProps,
  'label' | 'groups' | 'value' | 'onChange' | 'after' | 'format' | 'error'
>;

/** All places in an open list: one tap chooses, and says what the place will have. */
export function PlaceList(props: PlaceListProps) {
  const { label, groups, value, onChange, after, format, error } = props;
  const id = useId();
  return (
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span id={id} className={fieldStyles.label}>
        {label}
      </span>
      <div className={styles.places} data-invalid={error !== undefined || undefined}>
        {groups.map((group) => (
          <section key={group.id} aria-label={group.name || undefined}>
            {group.name !== '' && <h3 className={styles.group}>{group.name}</h3>}
            {group.places.map((place) => (
              <Row
                key={place.id}
                place={place}
                after={place.id === value ? after : undefined}
                isChosen={place.id === value}
                format={format}
                onChoose={() => onChange(place.id)}
              />
            ))}
          </section>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface RowProps {
  place: Place;
  after: number | undefined;
  isChosen: boolean;
  format: (cents: number | undefined) => string;
  onChoose: () => void;
}

function Row({ place, after, isChosen, format, onChoose }: RowProps) {
  const { name, balance } = place;
  const isShort = (balance ?? 0) < 0;
  return (
    <button
      type="button"
      className={styles.place}
      aria-pressed={isChosen}
      onMouseDown={keepFocus}
      onClick={onChoose}
    >
      <Check size="1rem" aria-hidden="true" className={styles.check} />
      <span className={styles.name}>{name}</span>
      <span className={styles.balance} data-negative={isShort || undefined}>
        {format(balance)}
      </span>
      {after !== undefined && after !== balance && (
        <>
          <ArrowRight size="0.875rem" aria-hidden="true" />
          <strong className={styles.after} data-negative={after < 0 || undefined}>
            {format(after)}
          </strong>
        </>
      )}
    </button>
  );
}
