import { Plus, Trash2 } from 'lucide-react';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { IconButton } from '@/components/IconButton';
import { TextAreaField } from '@/components/TextAreaField';
import { TextField } from '@/components/TextField';
import type { Calendar } from '@/domain/reports/calendar';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { type Meta, useDraft } from '../card/draft';
import { conditionsIn, opIn } from '../model/conditions';
import { frameOf } from '../model/frames';
import { ConditionsField } from './ConditionsField';
import { FORMULA_FIELD } from './focusFormula';
import { RangeSetting } from './RangeSetting';
import { Section } from './Section';
import { SwitchSetting } from './SwitchSetting';
import styles from './settings.module.css';

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** A formula, and the named sums of transactions that it counts with. */
export function FormulaSettings({ calendar }: { calendar: Calendar }) {
  const { meta, change } = useDraft();
  const queries = (meta.queries ?? {}) as Record<string, Meta>;
  const names = Object.keys(queries);
  const put = (next: Record<string, Meta>) => change({ queries: next });
  const add = () => {
    let count = names.length + 1;
    while (`query${count}` in queries) count += 1;
    put({ ...queries, [`query${count}`]: { conditions: [], conditionsOp: 'and' } });
  };
  return (
    <>
      <Section title={words.formula}>
        <TextAreaField
          id={FORMULA_FIELD}
          label={words.formula}
          hint={words.formulaHint}
          rows={5}
          isCode
          spellCheck="false"
          autoComplete="off"
          value={textIn(meta.formula)}
          onChange={(formula) => change({ formula })}
        />
        <TextField
          label={words.colorFormula}
          hint={words.colorFormulaHint}
          spellCheck="false"
          value={textIn(meta.colorFormula)}
          onChange={(text) => change({ colorFormula: text === '' ? undefined : text })}
        />
        <SwitchSetting setting="showTitle" label={words.showTitle} usual />
      </Section>
      <Section title={words.queries}>
        {names.map((name) => (
          <Query
            key={name}
            name={name}
            query={queries[name] ?? {}}
            calendar={calendar}
            onChange={(query) => put({ ...queries, [name]: query })}
            onRename={(next) => put(renamed(queries, name, next))}
            onRemove={() => put(without(queries, name))}
          />
        ))}
        <div className={styles.actions}>
          <Button onPress={add}>
            <Plus size="1rem" aria-hidden="true" />
            {words.addQuery}
          </Button>
        </div>
      </Section>
    </>
  );
}

type Queries = Record<string, Meta>;

/** The same order, so that the field that is typed in stays where it is. */
function renamed(queries: Queries, from: string, to: string): Queries {
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name === from ? to : name, query]),
  );
}

function without(queries: Queries, name: string): Queries {
  return Object.fromEntries(Object.entries(queries).filter(([each]) => each !== name));
}

interface QueryProps {
  name: string;
  query: Meta;
  calendar: Calendar;
  onChange: (query: Meta) => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

/** A named sum of transactions. */
function Query({ name, query, calendar, onChange, onRename, onRemove }: QueryProps) {
  const hasRange = query.timeFrame !== undefined && query.timeFrame !== null;
  return (
    <div role="group" aria-label={words.query(name)} className={styles.query}>
      <div className={styles.named}>
        <TextField
          label={words.queryName}
          defaultValue={name}
          autoComplete="off"
          onBlur={(event) => {
            const next = (event.target as HTMLInputElement).value.trim();
            if (next !== '' && next !== name) onRename(next);
          }}
        />
        <IconButton label={words.removeQuery(name)} onPress={onRemove}>
          <Trash2 size="1rem" aria-hidden="true" />
        </IconButton>
      </div>
      <ConditionsField
        label={words.conditions}
        conditions={conditionsIn(query.conditions)}
        op={opIn(query.conditionsOp)}
        onChange={(conditions, conditionsOp) => onChange({ ...query, conditions, conditionsOp })}
      />
      <Checkbox
        isSelected={!hasRange}
        onChange={(isAll) => {
          const { timeFrame: _, ...rest } = query;
          onChange(isAll ? rest : { ...rest, timeFrame: frameOf('months6', calendar) });
        }}
      >
        {words.allDays}
      </Checkbox>
      {hasRange && (
        <RangeSetting
          kind="formula-card"
          value={query.timeFrame}
          onChange={(timeFrame) => onChange({ ...query, timeFrame })}
          calendar={calendar}
        />
      )}
    </div>
  );
}
