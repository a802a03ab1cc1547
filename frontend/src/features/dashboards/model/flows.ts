/** The two ends of flows: where money comes from, and where it goes. */
import type { NodeKind, Sankey, SankeyNode } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';

export interface FlowEnd {
  key: string;
  name: string;
  value: number;
  share: number | null;
  /** It is a sum of transactions. */
  hasRows: boolean;
}

/** The ends that are sums of transactions; a sum of a category or the like needs to be of one. */
const OF_ROWS: Partial<Record<NodeKind, true>> = {
  payee: true,
  income: true,
  paidBack: true,
  category: true,
  refunds: true,
  group: true,
  other: true,
};

/** Whether a node is a sum of transactions. */
export const isOfRows = ({ kind, id }: SankeyNode) =>
  kind === 'noPayee' || (OF_ROWS[kind] === true && id !== null);

export function flowEnds({ nodes, links }: Sankey): { from: FlowEnd[]; to: FlowEnd[] } {
  const entered = new Set(links.map(({ target }) => target));
  const left = new Set(links.map(({ source }) => source));
  const ends = (isEnd: (node: SankeyNode) => boolean) =>
    nodes
      .filter(isEnd)
      .map((node) => [node, isOfRows(node)] as const)
      .map(([{ key, kind, name, value, share }, hasRows]) => ({
        key,
        name: name || figureTexts.nodes[kind],
        value,
        share,
        hasRows,
      }))
      .sort((one, other) => other.value - one.value);
  return {
    from: ends(({ key }) => !entered.has(key) && left.has(key)),
    to: ends(({ key }) => !left.has(key) && entered.has(key)),
  };
}
