import { NoteButton } from '@/components/NoteButton';
import { useNote } from '@/lib/notes/notes';
import { budgetTexts } from '@/texts/budget';
import { detailsTexts } from '@/texts/details';
import { saveItemNote } from '../api';
import { run } from '../grid/run';
import type { CategoryRow } from '../model/rows';
import styles from './details.module.css';

/** The note of a category as it is, and the way to edit it. */
export function CategoryNote({ row }: { row: CategoryRow }) {
  const known = useNote(row.id);
  return (
    <section aria-label={budgetTexts.note}>
      <div className={styles.noteHead}>
        <h3 className={styles.title}>{budgetTexts.note}</h3>
        <NoteButton
          about={row.name}
          {...known}
          onSave={(note) => void run(saveItemNote(row, note))}
        />
      </div>
      <p className={known.note ? styles.note : styles.quiet}>{known.note || detailsTexts.noNote}</p>
    </section>
  );
}
