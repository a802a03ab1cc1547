import { TextField } from '@/components/TextField';
import type { Submission } from '@/components/useSubmit';
import { exact } from '@/texts/exact';
import { shellTexts } from '@/texts/shell';

interface NameFieldProps {
  text: string;
  onChange: (text: string) => void;
  submission: Submission;
}

/** The name of a budget in a form that asks for nothing else; it shows why the form failed. */
export function NameField({ text, onChange, submission }: NameFieldProps) {
  const isMissing = submission.isTried && text.trim() === '';
  return (
    <TextField
      label={shellTexts.budgetName}
      value={text}
      error={isMissing ? exact.nameRequired : submission.failure}
      autoComplete="off"
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(next) => {
        onChange(next);
        submission.forget();
      }}
    />
  );
}
