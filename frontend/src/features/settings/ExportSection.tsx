import { exportBudget } from '@/lib/files/exportBudget';
import { useOpenFile } from '@/lib/files/openFile';
import { settingsTexts } from '@/texts/settings';
import { Action } from './Action';
import { Section } from './Section';

/** The open budget as a file of one's own. */
export function ExportSection() {
  const { title, lead, action, done } = settingsTexts.export;
  const run = async () => done(await exportBudget(useOpenFile.getState().id ?? ''));
  return (
    <Section id="export" title={title} lead={lead}>
      <Action name={action} run={run} />
    </Section>
  );
}
