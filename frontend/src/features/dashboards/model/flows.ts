/** The two ends of flows: where money comes from, and where it goes. */
import type { Sankey, SankeyNode } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';

export interface FlowEnd {
  key: string;
  name: string;
  value: number;
  share: number | null;
}

export function flowEnds({ nodes, links }: Sankey): { from: FlowEnd[]; to: FlowEnd[] } {
  const entered = new Set(links.map(({ target }) => target));
  const left = new Set(links.map(({ source }) => source));
  const ends = (isEnd: (node: SankeyNode) => boolean) =>
    nodes
      .filter(isEnd)
      .map(({ key, kind, name, value, share }) => ({
        key,
        name: name || figureTexts.nodes[kind],
        value,
        share,
      }))
      .sort((one, other) => other.value - one.value);
  return {
    from: ends(({ key }) => !entered.has(key) && left.has(key)),
    to: ends(({ key }) => !left.has(key) && entered.has(key)),
  };
}
