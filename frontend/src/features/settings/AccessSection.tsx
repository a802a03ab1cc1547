import { signOutEverywhere, useBrowserSession } from '@/lib/connection/session';
import { settingsTexts } from '@/texts/settings';
import { Action } from './Action';
import { Section } from './Section';

/** Who may open the budgets of this program. */
export function AccessSection() {
  const { byPassword } = useBrowserSession();
  const { title, lead, action, hint, question, sure, done } = settingsTexts.access;
  const run = async () => {
    await signOutEverywhere();
    return done;
  };
  return (
    <Section id="access" title={title} lead={lead}>
      <Action
        name={action}
        hint={hint}
        run={run}
        question={{ title: question, text: sure(byPassword) }}
      />
    </Section>
  );
}
