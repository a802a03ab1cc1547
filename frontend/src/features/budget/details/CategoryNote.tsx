import { NoteButton } from '@/components/NoteButton';
import { useNote } from '@/lib/notes/notes';
import { budgetTexts } from '@/texts/budget';
import { detailsTexts } from '@/texts/details';
import { saveItemNote } from '../api';
import type { GridModel } from '../grid/gridModel';
import { run } from '../grid/run';
import { noteGoals } from '../templates/noteGoals';
import type { About } from './DetailsPanel';
import styles from './details.module.css';

/** The note of a category as it is, and the way to edit it. */
export function CategoryNote({ about, model }: { about: About; model: GridModel }) {
  const { row, month } = about;
  const known = useNote(row.id);
  return (
    <section aria-label={budgetTexts.note}>
      <div className={styles.noteHead}>
        <h3 className={styles.title}>{budgetTexts.note}</h3>
        <NoteButton
          about={row.name}
          {...known}
          onSave={(note) => void run(saveItemNote(row, note))}
          below={noteGoals(row, month, model)}
        />
      </div>
      <p className={known.note ? styles.note : styles.quiet}>{known.note || detailsTexts.noNote}</p>
    </section>
  );
}
