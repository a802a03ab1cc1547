import { Select } from '@/components/Select';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { useDraft } from '../card/draft';
import { ChoiceSetting } from './ChoiceSetting';
import { NumberSetting } from './NumberSetting';
import { optionsOf } from './options';
import { Section } from './Section';
import { SwitchSetting } from './SwitchSetting';

const MODES = optionsOf(words.flowModes);

const SORTS = optionsOf(words.sankeySorts);

const wholeOnly = (value: number) =>
  Number.isInteger(value) && value > 0 ? null : words.wholeNumber;

/** Which flows are drawn, and how finely. */
export function SankeySettings() {
  const { meta, change } = useDraft();
  const top = typeof meta.topNcategories === 'number' ? meta.topNcategories : null;
  const layers = words.layers.map((name, at) => ({ id: String(at), name }));
  const layer = (key: string, usual: number) => String(layerIn(meta[key], usual));
  const isSpent = meta.mode !== 'budgeted';
  return (
    <Section title={words.display}>
      <ChoiceSetting setting="mode" label={words.flows} options={MODES} usual="spent" />
      <NumberSetting
        label={words.topCategories}
        hint={words.topCategoriesHint}
        value={top}
        refuse={wholeOnly}
        onChange={(value) => change({ topNcategories: value ?? undefined })}
      />
      <ChoiceSetting setting="categorySort" label={words.sort} options={SORTS} usual="per-group" />
      <SwitchSetting setting="showPercentages" label={words.showPercentages} />
      {isSpent && <SwitchSetting setting="groupAccounts" label={words.groupAccounts} usual />}
      {isSpent && (
        <>
          <Select
            label={words.layerFrom}
            options={layers}
            value={layer('layerFrom', 0)}
            onChange={(at) => change({ layerFrom: Number(at) })}
          />
          <Select
            label={words.layerTo}
            options={layers}
            value={layer('layerTo', layers.length - 1)}
            onChange={(at) => change({ layerTo: Number(at) })}
          />
        </>
      )}
    </Section>
  );
}

/** A layer of the drawing, from payees, 0, to categories, 5. */
export function layerIn(value: unknown, usual: number): number {
  return typeof value === 'number' && value >= 0 && value <= 5 ? value : usual;
}
