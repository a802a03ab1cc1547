import { Dialog } from '@/components/Dialog';
import type { TemplateProblem } from '@/generated/contract';
import { templatesTexts } from '@/texts/templates';
import styles from './templates.module.css';

interface ProblemsDialogProps {
  problems: readonly TemplateProblem[];
  /** What became of all categories, where the lines were not just left out. */
  hint?: string | undefined;
  onClose: () => void;
}

/** Lines of templates that were left out, each with its reason. */
export default function ProblemsDialog({ problems, hint, onClose }: ProblemsDialogProps) {
  return (
    <Dialog title={templatesTexts.problems} onClose={onClose} size="medium">
      <p className={styles.hint}>{hint ?? templatesTexts.problemsHint(problems.length)}</p>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.category}:${problem.line}:${problem.code}`}>
            <strong>{placeOf(problem)}</strong>
            {problem.text && <code className={styles.line}>{problem.text}</code>}
            <span>{problem.reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The category and line that a problem is about. */
function placeOf({ name, line }: TemplateProblem): string {
  const where = name ?? templatesTexts.wholeMonth;
  return line === null ? where : `${where}, ${templatesTexts.inLine(line)}`;
}
