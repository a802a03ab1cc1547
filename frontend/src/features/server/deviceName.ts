const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const found = (from: readonly [RegExp, string][], text: string) =>
  from.find(([pattern]) => pattern.test(text))?.[1];

/** A device's name from what its program reported; null if it reported nothing. */
export function deviceName(agent: string): string | null {
  const [, program, version, where] = /^(\w+)\/([\w.-]+)(?: \(([^;)]+)[^)]*\))?$/.exec(agent) ?? [];
  if (program && program !== 'Mozilla') {
    const name = `${program[0]?.toUpperCase()}${program.slice(1)} ${version}`;
    return where ? `${where} (${name})` : name;
  }
  const browser = found(BROWSERS, agent);
  const system = found(SYSTEMS, agent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return agent.trim() === '' ? null : agent.slice(0, 60);
}
