import { exportBudget } from '@/lib/files/exportBudget';
import { useOpenFile } from '@/lib/files/openFile';
import { Action } from './Action';
import { Section } from './Section';
import { words } from './texts';

/** The open budget as a file of one's own. */
export function ExportSection() {
  const { title, lead, action, done } = words.export;
  const run = async () => done(await exportBudget(useOpenFile.getState().id ?? ''));
  return (
    <Section id="export" title={title} lead={lead}>
      <Action name={action} run={run} />
    </Section>
  );
}
