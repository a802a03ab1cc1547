import { Checkbox } from '@/components/Checkbox';
import { Select } from '@/components/Select';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { type Meta, useDraft } from '../card/draft';
import { conditionsIn, opIn } from '../model/conditions';
import { ConditionsField } from './ConditionsField';
import { optionsOf } from './options';
import { Section } from './Section';

const TYPES = optionsOf(words.summaries);

/** The content is text in the settings; other members of it stay. */
function contentOf(stored: unknown): Meta {
  if (typeof stored !== 'string') return (stored ?? {}) as Meta;
  try {
    return (JSON.parse(stored) ?? {}) as Meta;
  } catch {
    return {};
  }
}

/** Which figure a summary shows, and what it is a share of. */
export function SummarySettings() {
  const { meta, change } = useDraft();
  const content = contentOf(meta.content);
  const put = (patch: Meta) => change({ content: JSON.stringify({ ...content, ...patch }) });
  const type = TYPES.find(({ id }) => id === content.type)?.id ?? 'sum';
  return (
    <>
      <Section title={words.display}>
        <Select
          label={words.figure}
          options={TYPES}
          value={type}
          onChange={(id) => put({ type: id })}
        />
      </Section>
      {type === 'percentage' && (
        <Section title={words.divisor}>
          <ConditionsField
            label={words.divisor}
            conditions={conditionsIn(content.divisorConditions)}
            op={opIn(content.divisorConditionsOp)}
            onChange={(divisorConditions, divisorConditionsOp) =>
              put({ divisorConditions, divisorConditionsOp })
            }
          />
          <Checkbox
            isSelected={content.divisorAllTimeDateRange === true}
            onChange={(is) => put({ divisorAllTimeDateRange: is })}
          >
            {words.divisorAllTime}
          </Checkbox>
        </Section>
      )}
    </>
  );
}
