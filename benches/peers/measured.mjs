// Times of repetitions, and the table they end in.

export async function timed(work) {
  const start = process.hrtime.bigint();
  const result = await work();
  return { ms: Number(process.hrtime.bigint() - start) / 1e6, result };
}

/** The median of `times` runs in ms. */
export async function median(times, work) {
  const all = [];
  for (let turn = 0; turn < times; turn += 1) all.push((await timed(() => work(turn))).ms);
  all.sort((left, right) => left - right);
  return all[Math.floor(all.length / 2)];
}

const figure = (value) =>
  value === undefined ? '-' : value >= 100 ? value.toFixed(0) : value.toFixed(2);

/** Rows of `[what, peer, ours, goal]` with how many times less ours is. */
export function table(size, rows) {
  const lines = [['size', 'what', 'peer', 'Sobre', 'ratio', 'goal', 'met']];
  for (const [what, peer, ours, goal] of rows) {
    const ratio = peer !== undefined && ours !== undefined ? peer / ours : undefined;
    const met = ratio === undefined || goal === undefined ? '' : ratio >= goal ? 'yes' : 'NO';
    const wanted = goal === undefined ? '' : `${goal}x`;
    const times = ratio === undefined ? '-' : `${figure(ratio)}x`;
    lines.push([size, what, figure(peer), figure(ours), times, wanted, met]);
  }
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  const text = (line) => line.map((cell, at) => cell.padEnd(widths[at])).join(' | ').trimEnd();
  return lines.map(text).join('\n');
}
