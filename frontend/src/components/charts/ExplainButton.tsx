import { CircleHelp } from 'lucide-react';
import { Button } from '@/components/Button';
import { chartsTexts } from '@/texts/charts';

interface ExplainButtonProps {
  onPress: () => void;
  className: string | undefined;
}

/** Asks how a figure is calculated. */
export function ExplainButton(props: ExplainButtonProps) {
  return (
    <Button look="link" {...props}>
      <CircleHelp size="1rem" aria-hidden="true" />
      {chartsTexts.how}
    </Button>
  );
}
