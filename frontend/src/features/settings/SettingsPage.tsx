import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { useLayout } from '@/components/useMedia';
import { useConnection } from '@/lib/connection/backend';
import { usePref } from '@/lib/prefs/prefs';
import { useScrollPlace } from '@/lib/react/useScrollPlace';
import { useServer } from '@/lib/server/server';
import { chooseTheme, type ThemeChoice, useTheme } from '@/lib/theme/theme';
import { settingsTexts } from '@/texts/settings';
import { shellTexts } from '@/texts/shell';
import { AccessSection } from './AccessSection';
import { AdvancedSection } from './AdvancedSection';
import { EncryptionSection } from './EncryptionSection';
import { ExportSection } from './ExportSection';
import { FormattingSection } from './FormattingSection';
import { Section } from './Section';
import { SyncSection } from './SyncSection';
import styles from './settings.module.css';

const SECTIONS = [
  'about',
  'appearance',
  'formatting',
  'sync',
  'encryption',
  'access',
  'export',
  'advanced',
] as const;

interface SettingsPageProps {
  onCloseBudget: () => Promise<void>;
  /** Goes to where a server is chosen, or signed in at. */
  onServer: () => void;
}

/** All settings in one column; what is changed is saved at once. */
export default function SettingsPage({ onCloseBudget, onServer }: SettingsPageProps) {
  const layout = useLayout();
  useScrollPlace();
  useHashPlace();
  return (
    <div className={styles.page}>
      {layout === 'full' && <SectionLinks />}
      <div className={styles.column}>
        <h1 tabIndex={-1}>{settingsTexts.title}</h1>
        {(layout === 'narrow' || layout === 'phone') && <BudgetSection onClose={onCloseBudget} />}
        <AboutSection />
        <AppearanceSection />
        <FormattingSection />
        <SyncSection onServer={onServer} />
        <EncryptionSection />
        <AccessSection />
        <ExportSection />
        <AdvancedSection />
      </div>
    </div>
  );
}

/** Brings the section that the address names into view. */
function useHashPlace(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
}

function SectionLinks() {
  const { hash } = useLocation();
  return (
    <nav aria-label={settingsTexts.sections} className={styles.links}>
      {SECTIONS.map((id) => (
        <Link key={id} to={{ hash: id }} aria-current={hash === `#${id}` ? 'location' : undefined}>
          {settingsTexts[id].title}
        </Link>
      ))}
    </nav>
  );
}

/** On a small screen this is where a budget is closed. */
function BudgetSection({ onClose }: { onClose: () => Promise<void> }) {
  const name = usePref('budgetName');
  return (
    <Section id="budget" title={settingsTexts.budget.title}>
      <dl className={styles.facts}>
        <dt>{settingsTexts.budget.name}</dt>
        <dd>{name}</dd>
      </dl>
      <Button onPress={() => void onClose()}>{shellTexts.switchBudget}</Button>
    </Section>
  );
}

function AboutSection() {
  const { url, version } = useServer();
  const backend = useConnection((state) => state.serverVersion);
  return (
    <Section id="about" title={settingsTexts.about.title}>
      <dl className={styles.facts}>
        <dt>{settingsTexts.about.client}</dt>
        <dd>{settingsTexts.about.version(backend ?? __APP_VERSION__)}</dd>
        <dt>{settingsTexts.about.server}</dt>
        <dd>{version ? `v${version}` : settingsTexts.about.none(Boolean(url))}</dd>
        {url && (
          <>
            <dt>{settingsTexts.about.url}</dt>
            <dd>{url}</dd>
          </>
        )}
      </dl>
    </Section>
  );
}

const THEMES: readonly { id: ThemeChoice; name: string }[] = [
  { id: 'light', name: shellTexts.themes.light },
  { id: 'dark', name: shellTexts.themes.dark },
  { id: 'system', name: shellTexts.themes.system },
];

function AppearanceSection() {
  const { choice } = useTheme();
  return (
    <Section id="appearance" title={settingsTexts.appearance.title}>
      <ChoiceGroup
        label={settingsTexts.appearance.theme}
        look="bar"
        choices={THEMES}
        value={choice}
        onChange={chooseTheme}
      />
    </Section>
  );
}
