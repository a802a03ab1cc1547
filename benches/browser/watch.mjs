// What a tab does while something happens in it: its frames, the tasks of its main thread, and what
// it holds in memory.

/** Left in the trace by the page that is watched. */
const MARK = 'sobre-watched';

/** Runs `work` in a tab; answers times in ms: between frames, and of the main thread's tasks. */
export async function watched(page, work) {
  const session = await page.context().newCDPSession(page);
  await startFrames(page);
  const stopTrace = await startTrace(session);
  await page.evaluate((mark) => performance.mark(mark), MARK);
  await work();
  const events = await stopTrace();
  const frames = await stopFrames(page);
  await session.detach();
  return { frames, tasks: tasksOf(events, mainThread(events)) };
}

async function startFrames(page) {
  await page.evaluate(() => {
    window.sobreFrames = [];
    let last = performance.now();
    const note = (now) => {
      if (!window.sobreFrames) return;
      window.sobreFrames.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
}

async function stopFrames(page) {
  return page.evaluate(() => {
    const frames = window.sobreFrames;
    window.sobreFrames = undefined;
    // The first one waited for the trace to start.
    return frames.slice(2);
  });
}

async function startTrace(session) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'disabled-by-default-devtools.timeline',
        'blink.user_timing',
        '__metadata',
      ],
    },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    session.off('Tracing.dataCollected', collect);
    return events;
  };
}

const threadOf = ({ pid, tid }) => `${pid}.${tid}`;

/** The main thread of a tab: the browser traces all of them, so the page leaves its mark. */
function mainThread(events) {
  const mark = events.find(({ name }) => name === MARK);
  if (!mark) throw new Error('the trace lacks the mark of the page');
  return threadOf(mark);
}

function tasksOf(events, thread) {
  return events
    .filter((event) => event.name === 'RunTask' && threadOf(event) === thread)
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, busyMs: tdur / 1000 }));
}

/** What a page holds after its garbage is collected: megabytes of heap, and nodes. */
export async function memory(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const value = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heapMb: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes') };
}

/** The value below which this share of the others lie. */
export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
