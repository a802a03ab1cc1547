/** Where the nodes and the ribbons of flows stand, in px. */
import type { FlowNode, Flows } from './chart';

export interface PlacedNode extends FlowNode {
  x: number;
  y: number;
  height: number;
  value: number;
}

export interface PlacedLink {
  /** The outline of the ribbon. */
  d: string;
  hue: FlowNode['hue'];
}

interface Room {
  width: number;
  /** The least height; more nodes make it higher. */
  height: number;
  /** The height of a line of text. */
  line: number;
}

export const NODE_PX = 12;
const GAP_PX = 8;

interface Sums {
  into: Map<string, number>;
  out: Map<string, number>;
}

function sumsOf({ links }: Flows, values: readonly number[]): Sums {
  const into = new Map<string, number>();
  const out = new Map<string, number>();
  for (const [at, { source, target }] of links.entries()) {
    const value = values[at] ?? 0;
    out.set(source, (out.get(source) ?? 0) + value);
    into.set(target, (into.get(target) ?? 0) + value);
  }
  return { into, out };
}

/** Nodes as high as what flows through them, each column in the middle of the height. */
export function flowLayout(flows: Flows, values: readonly number[], room: Room) {
  const { into, out } = sumsOf(flows, values);
  const throughOf = ({ key }: FlowNode) => Math.max(into.get(key) ?? 0, out.get(key) ?? 0);
  const columns = [...new Set(flows.nodes.map(({ column }) => column))].sort((a, b) => a - b);
  const stacks = columns.map((column) => flows.nodes.filter((node) => node.column === column));
  const most = Math.max(1, ...stacks.map(({ length }) => length));
  // Every node keeps room for its name.
  const height = Math.max(room.height, most * (room.line + GAP_PX));
  const gapOf = (count: number) => (count > 1 ? Math.max(GAP_PX, room.line * 0.6) : 0);
  const perValue = Math.min(
    ...stacks.map((stack) => {
      const sum = stack.reduce((total, node) => total + throughOf(node), 0);
      const free = height - stack.length * Math.max(gapOf(stack.length), room.line * 0.5);
      return sum > 0 ? Math.max(height * 0.2, free) / sum : Number.POSITIVE_INFINITY;
    }),
  );
  const step = columns.length > 1 ? (room.width - NODE_PX) / (columns.length - 1) : 0;
  const placed = new Map<string, PlacedNode>();
  for (const [at, stack] of stacks.entries()) {
    const heights = stack.map((node) => Math.max(1, throughOf(node) * perValue));
    // Low nodes are spread so far that their names do not cover each other.
    const spaces = heights.map((size) => Math.max(size + GAP_PX, room.line));
    const total = spaces.reduce((sum, space) => sum + space, 0);
    let y = Math.max(0, (height - total) / 2);
    for (const [index, node] of stack.entries()) {
      const [size, space] = [heights[index] ?? 1, spaces[index] ?? 1];
      const top = y + (space - size) / 2;
      placed.set(node.key, { ...node, x: at * step, y: top, height: size, value: throughOf(node) });
      y += space;
    }
  }
  const bottom = Math.max(height, ...[...placed.values()].map((node) => node.y + node.height));
  return {
    nodes: [...placed.values()],
    links: linksOf(flows, values, placed, perValue),
    height: Math.ceil(bottom),
  };
}

/** Ribbons leave and enter their nodes in the order of what is at their other end. */
function linksOf(
  { links }: Flows,
  values: readonly number[],
  placed: ReadonlyMap<string, PlacedNode>,
  perValue: number,
): PlacedLink[] {
  const ends = links.map((link, at) => ({
    at,
    from: placed.get(link.source),
    to: placed.get(link.target),
    size: Math.max(1, (values[at] ?? 0) * perValue),
  }));
  const starts = offsets(ends, 'from', 'to');
  const stops = offsets(ends, 'to', 'from');
  return ends.map(({ at, from, to, size }) => {
    if (!from || !to) return { d: '', hue: 1 };
    const [x0, x1] = [from.x + NODE_PX, to.x];
    const [y0, y1] = [from.y + (starts.get(at) ?? 0), to.y + (stops.get(at) ?? 0)];
    const middle = (x0 + x1) / 2;
    const d =
      `M${x0},${y0}C${middle},${y0} ${middle},${y1} ${x1},${y1}` +
      `V${y1 + size}C${middle},${y1 + size} ${middle},${y0 + size} ${x0},${y0 + size}Z`;
    return { d, hue: from.column === 0 && to.column > 0 ? from.hue : to.hue };
  });
}

interface End {
  at: number;
  from: PlacedNode | undefined;
  to: PlacedNode | undefined;
  size: number;
}

function offsets(ends: readonly End[], side: 'from' | 'to', other: 'from' | 'to') {
  const filled = new Map<string, number>();
  const found = new Map<number, number>();
  const sorted = [...ends].sort((one, two) => (one[other]?.y ?? 0) - (two[other]?.y ?? 0));
  for (const end of sorted) {
    const key = end[side]?.key ?? '';
    found.set(end.at, filled.get(key) ?? 0);
    filled.set(key, (filled.get(key) ?? 0) + end.size);
  }
  return found;
}
