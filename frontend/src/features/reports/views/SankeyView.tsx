import { Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { ChartData, FlowNode } from '@/components/charts/chart';
import { FlowChart } from '@/components/charts/FlowChart';
import { looksOf } from '@/components/charts/looks';
import { EmptyNote } from '@/components/EmptyNote';
import { rounded } from '@/features/dashboards/model/amounts';
import { flowEnds, isOfRows } from '@/features/dashboards/model/flows';
import type { Sankey, SankeyNode } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import type { Behind } from '../drill/behind';
import { layerIn } from '../settings/SankeySettings';
import type { About, Written } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface SankeyViewProps {
  figures: Sankey;
  about: About;
}

const nameOf = ({ kind, name }: SankeyNode) => name || figureTexts.nodes[kind];

const LAST_LAYER = 5;

/** The flows between the layers that are shown. */
function cut({ nodes, links }: Sankey, { meta }: About): Sankey {
  if (meta.mode === 'budgeted') return { nodes, links };
  const [from, to] = [layerIn(meta.layerFrom, 0), layerIn(meta.layerTo, LAST_LAYER)];
  const kept = nodes.filter(({ layer }) => layer >= from && layer <= to);
  const keys = new Set(kept.map(({ key }) => key));
  return {
    nodes: kept,
    links: links.filter(({ source, target }) => keys.has(source) && keys.has(target)),
  };
}

/** The flows from left to right, the largest first. */
function sortedLinks({ nodes, links }: Sankey): Sankey['links'] {
  const layers = new Map(nodes.map(({ key, layer }) => [key, layer]));
  return [...links].sort(
    (one, other) =>
      (layers.get(one.source) ?? 0) - (layers.get(other.source) ?? 0) || other.value - one.value,
  );
}

function chartOf(figures: Sankey, about: About, { amounts }: Written): ChartData {
  const { nodes, links } = cut(figures, about);
  const isPercent = about.meta.showPercentages === true;
  const looks = looksOf(nodes.map(({ key }) => key));
  const named = new Map(nodes.map((node) => [node.key, nameOf(node)]));
  const layers = new Map(nodes.map(({ key, layer }) => [key, layer]));
  const sorted = sortedLinks({ nodes, links });
  const sums = new Map<number, number>();
  for (const { source, value } of links) {
    const layer = layers.get(source) ?? 0;
    sums.set(layer, (sums.get(layer) ?? 0) + value);
  }
  const shares = sorted.map(({ source, value }) => {
    const sum = sums.get(layers.get(source) ?? 0) ?? 0;
    return sum === 0 ? null : rounded((value / sum) * 100, 1);
  });
  // Categories have the color of their group.
  const owner = new Map(sorted.map(({ source, target }) => [target, source]));
  const flowNodes: FlowNode[] = nodes.map(({ key, layer }) => ({
    key,
    name: named.get(key) ?? '',
    column: layer,
    hue: looks.get(layer === LAST_LAYER ? (owner.get(key) ?? key) : key)?.hue ?? 1,
  }));
  const amount = {
    id: 'amount',
    name: figureTexts.amountColumn,
    values: sorted.map(({ value }) => value),
  };
  const share = {
    id: 'share',
    name: figureTexts.shareColumn,
    values: shares,
    format: (value: number) => figureTexts.percent(number(value)),
  };
  return {
    id: about.id,
    title: about.title,
    sentence: sentenceOf(figures, amounts.format),
    periodName: words.flow,
    periods: sorted.map(({ source, target }) => {
      const name = words.fromTo(named.get(source) ?? '', named.get(target) ?? '');
      return { key: `${source} ${target}`, name, tick: '' };
    }),
    // The drawing is of the amounts; those who asked for shares read these first.
    series: isPercent ? [share, amount] : [amount, share],
    flows: { nodes: flowNodes, links: sorted },
  };
}

function sentenceOf(figures: Sankey, format: (cents: number) => string): string {
  const { from, to } = flowEnds(figures);
  const sumOf = (ends: typeof from) => format(ends.reduce((sum, { value }) => sum + value, 0));
  const [most] = to;
  return words.flowSentence({
    came: sumOf(from),
    went: sumOf(to),
    most: most?.name ?? '',
    amount: format(most?.value ?? 0),
  });
}

/**
 * The source of a flow: all money into or out of one of its ends, or the part of one end that
 * belongs to the other. Null if it is neither.
 */
function behindOf(figures: Sankey, about: About): Behind {
  const { nodes, links } = cut(figures, about);
  if (about.meta.mode === 'budgeted') return () => null;
  const found = new Map(nodes.map((node) => [node.key, node]));
  const flows = sortedLinks({ nodes, links });
  const { links: all } = figures;
  return (_, at) => {
    const flow = flows[at ?? -1];
    const [from, to] = [found.get(flow?.source ?? ''), found.get(flow?.target ?? '')];
    if (!from || !to) return null;
    const named = { name: words.fromTo(nameOf(from), nameOf(to)), when: '' };
    const isAlone = (end: 'source' | 'target', key: string) =>
      all.filter((link) => link[end] === key).length === 1;
    if (isOfRows(to) && isAlone('target', to.key)) return { ...named, part: { row: to.key } };
    if (!isOfRows(from)) return null;
    const part = { row: from.key };
    if (isAlone('source', from.key)) return { ...named, part };
    if (to.id === null) return null;
    if (to.kind === 'income') return { ...named, part, adjusts: [{ categories: [to.id] }] };
    return to.kind === 'account' ? { ...named, part, adjusts: [{ accounts: [to.id] }] } : null;
  };
}

/** Where money came from and where it went, as ribbons. */
export function SankeyView({ figures, about }: SankeyViewProps) {
  const written = useWritten();
  const data = useMemo(() => chartOf(figures, about, written), [figures, about, written]);
  const behind = useMemo(() => behindOf(figures, about), [figures, about]);
  if (data.periods.length === 0) {
    return <EmptyNote icon={Waypoints}>{reportsTexts.empty}</EmptyNote>;
  }
  return <ViewChart data={data} written={written} drawing={FlowChart} behind={behind} />;
}
